import styles from '../shared/table.module.css';

export interface FoldButtonProps {
  readonly isFolded: boolean;
  readonly label: string;
  readonly onToggle: () => void;
}

export function FoldButton({ isFolded, label, onToggle }: FoldButtonProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={!isFolded}
      aria-label={label}
      data-test="pivot-fold"
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
