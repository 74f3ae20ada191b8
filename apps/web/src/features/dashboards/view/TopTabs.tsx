import { classNames, Tabs } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import { tabName } from '../layout/index.ts';
import { layoutOf, useDashboard } from '../state/index.ts';
import { useTopNode } from './LayoutView.tsx';
import { partClasses, tabClass } from './layout-parts.ts';
import styles from './TopTabs.module.css';

/** The bar under the head in which the dashboard's own tabs stand. */
export function TopTabsFrame({ children }: { children: ReactNode }) {
  return <div className={classNames('dashboard-component-tabs ant-tabs ant-tabs-nav', styles.bar)}>{children}</div>;
}

/** The tabs over the whole dashboard, if it has any. */
export function TopTabs() {
  const t = useT();
  const { tabs, contentId } = useTopNode();
  const layout = useDashboard(layoutOf);
  const openTab = useDashboard((state) => state.openTab);
  if (!tabs) return <div style={{ borderBottom: '1px solid var(--border)', flex: 'none' }} />;
  return (
    <TopTabsFrame>
      <Tabs
        label={t('Tabs')}
        active={contentId}
        onChange={openTab}
        className={partClasses.tabList}
        tabClass={tabClass}
        items={tabs.children.map((tab) => ({
          key: tab,
          label: tabName(layout[tab]),
        }))}
      />
    </TopTabsFrame>
  );
}
