import { classNames } from '@powerset/ui';
import type { ReactNode } from 'react';
import styles from './DialogFields.module.css';

/** The fields of a dialog, one below the other. */
export function DialogFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

/** Fields side by side, each as wide as the others; one that is alone takes the line. */
export function FieldRow({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return <div className={classNames(styles.row, columns === 3 && styles.three)}>{children}</div>;
}
