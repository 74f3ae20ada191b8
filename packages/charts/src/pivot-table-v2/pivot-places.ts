import type { CSSProperties } from 'react';
import type { VisibleColumns } from '../shared/table-layout.ts';
import type { FixedWidths } from './fixed-widths.ts';
import styles from './Pivot.module.css';

export const headHeight = 28;
export const rowHeight = 29;

/** Which columns are drawn, and which keys of the rows stay at the left. */
export interface PivotPlaces {
  readonly visible: VisibleColumns;
  readonly fixed: FixedWidths | null;
  /** Columns that hold the keys of the rows. */
  readonly labelCount: number;
}

const heldCount = ({ fixed }: PivotPlaces) => fixed?.held ?? 1;

export function heldClass(places: PivotPlaces, level: number): string {
  if (level >= heldCount(places)) return '';
  return level === heldCount(places) - 1 ? `${styles.held} ${styles.lastHeld}` : `${styles.held}`;
}

export function heldStyle(places: PivotPlaces, level: number): CSSProperties {
  if (level >= heldCount(places)) return {};
  const left = places.fixed?.labels.slice(0, level).reduce((sum, width) => sum + width, 0) ?? 0;
  return { left };
}

/** Where a name of several columns stays while they are scrolled: beside the keys of the rows. */
export function besideKeys({ fixed }: PivotPlaces): CSSProperties {
  const held = fixed?.labels.slice(0, fixed.held).reduce((sum, width) => sum + width, 0) ?? 0;
  return { left: held + headPadding };
}

const headPadding = 8;
