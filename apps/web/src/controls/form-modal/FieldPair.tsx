import type { ReactNode } from 'react';
import styles from './FieldPair.module.css';

/** Two fields side by side where there is room for them. */
export function FieldPair({ children }: { readonly children: ReactNode }) {
  return <div className={styles.pair}>{children}</div>;
}
