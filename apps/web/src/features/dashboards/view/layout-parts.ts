import { classNames } from '@powerset/ui';
import type { LayoutNode } from '../layout/index.ts';
import styles from './layout-parts.module.css';

/**
 * The classes of a layout's parts, in reading and in editing alike. Beside each stands the name that it has in the reference, for
 * the CSS that people gave their dashboards.
 */
export const partClasses = {
  grid: `dashboard-grid grid-content ${styles.grid}`,
  stack: styles.stack,
  tabContent: `dashboard-component-tabs-content ant-tabs-content ${styles.stack}`,
  sized: styles.sized,
  tabs: `dashboard-component-tabs ant-tabs ${styles.tabs}`,
  tabBar: `ant-tabs-nav ${styles.tabBar}`,
  tabList: 'ant-tabs-nav-list',
  divider: `dashboard-component-divider ${styles.divider}`,
  textCard: `dashboard-component dashboard-markdown ${styles.card}`,
  chartCard: `dashboard-component dashboard-component-chart-holder ${styles.card}`,
  halfOnPhone: styles.half,
} as const;

/** A tab's button, as the reference's own tabs are called. */
export function tabClass(isActive: boolean): string {
  return isActive ? 'ant-tabs-tab ant-tabs-tab-active' : 'ant-tabs-tab';
}

export function rowClass(node: LayoutNode): string {
  return classNames('grid-row', styles.row, backgroundClass(node));
}

export function columnClass(node: LayoutNode): string {
  return classNames('grid-column', styles.column, backgroundClass(node));
}

export function headerClass(node: LayoutNode): string {
  const size = node.meta.headerSize;
  return classNames(
    'dashboard-component-header',
    styles.header,
    size === 'SMALL_HEADER' && styles.small,
    size === 'LARGE_HEADER' && styles.large,
    backgroundClass(node),
  );
}

function backgroundClass({ meta }: LayoutNode): string {
  const isWhite = meta.background === 'BACKGROUND_WHITE';
  return isWhite ? `background--white ${styles.white}` : 'background--transparent';
}
