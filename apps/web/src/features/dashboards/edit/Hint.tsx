import type { ReactNode } from 'react';
import styles from './Hint.module.css';

/** What can be done with an empty part, in its place. */
export function Hint({ children }: { children: ReactNode }) {
  return <div className={styles.hint}>{children}</div>;
}
