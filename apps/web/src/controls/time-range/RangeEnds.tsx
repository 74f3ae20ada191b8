import type { ReactNode } from 'react';
import styles from './RangeEnds.module.css';

/** The start of a range beside its end; on a phone above it. */
export function RangeEnds({ children }: { readonly children: ReactNode }) {
  return <div className={styles.ends}>{children}</div>;
}
