import styles from './table.module.css';

/** The caret of the sorted column, pointing the way of the order. */
export function SortCaret({ isDescending }: { readonly isDescending: boolean }) {
  return (
    <svg className={styles.caret} viewBox="0 0 8 8" aria-hidden="true">
      <path d={isDescending ? 'M0.5 2h7L4 6.5z' : 'M0.5 6h7L4 1.5z'} fill="currentColor" />
    </svg>
  );
}
