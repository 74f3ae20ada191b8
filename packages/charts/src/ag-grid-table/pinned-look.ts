import type { CSSProperties } from 'react';
import styles from './Grid.module.css';
import type { PlacedColumn, Places } from './places.ts';

/** Classes of a cell that stays in sight at the left. */
export function pinnedClass({ pinnedCount }: Places, { pinnedAt, index }: PlacedColumn): string {
  if (pinnedAt === null) return '';
  return index === pinnedCount - 1 ? `${styles.pinned} ${styles.lastPinned}` : `${styles.pinned}`;
}

export const pinnedStyle = ({ pinnedAt }: PlacedColumn): CSSProperties => (pinnedAt === null ? {} : { left: pinnedAt });
