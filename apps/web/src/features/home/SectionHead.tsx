import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

/** A section's name, and at the line's end what it is narrowed by or where there is more. */
export function SectionHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}
