import type { ReactNode } from 'react';
import styles from './DialogFields.module.css';

/** The fields of a dialog, one below the other. */
export function DialogFields({ children }: { children: ReactNode }) {
  return <div className={styles.fields}>{children}</div>;
}

/** Fields side by side, each as wide as the others. */
export function FieldRow({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return (
    <div className={styles.row} style={{ gridTemplateColumns: `repeat(${columns}, 1fr)` }}>
      {children}
    </div>
  );
}
