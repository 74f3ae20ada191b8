import styles from '../shared/table.module.css';

export interface FoldButtonProps {
  readonly isFolded: boolean;
  /** By which it is found again when what it folded is drawn anew. */
  readonly id: string;
  readonly label: string;
  readonly onToggle: () => void;
}

export function FoldButton({ isFolded, id, label, onToggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={!isFolded}
      aria-label={label}
      title={label}
      data-test="pivot-fold"
      data-fold={id}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      <svg
        width="10"
        height="10"
        viewBox="0 0 10 10"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        aria-hidden="true"
      >
        <path d={isFolded ? 'M3.5 2l3 3-3 3' : 'M2 3.5l3 3 3-3'} />
      </svg>
    </button>
  );
}
