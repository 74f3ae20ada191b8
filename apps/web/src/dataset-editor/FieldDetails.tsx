import type { ReactNode } from 'react';
import styles from './FieldDetails.module.css';

/** What a row of a table of fields folds away: its other fields, in two columns. */
export function FieldDetails({ children }: { readonly children: ReactNode }) {
  return <div className={styles.details}>{children}</div>;
}
