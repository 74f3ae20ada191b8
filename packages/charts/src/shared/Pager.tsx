import type { ReactNode } from 'react';
import styles from './table.module.css';
import { formatTableNumber } from './table-numbers.ts';

export interface PagerProps {
  readonly page: number;
  readonly pageCount: number;
  readonly summary: string;
  readonly labels: { readonly previous: string; readonly next: string };
  readonly onPage: (page: number) => void;
  /** Stands before the pages. */
  readonly extra?: ReactNode;
}

/** Page numbers around the present one, the first and the last. */
export function pagesAround(page: number, pageCount: number): readonly (number | null)[] {
  const near = [page - 1, page, page + 1].filter((number) => number >= 0 && number < pageCount);
  const all = [...new Set([0, ...near, pageCount - 1])].sort((a, b) => a - b);
  return all.flatMap((number, index) => (index > 0 && number - all[index - 1]! > 1 ? [null, number] : [number]));
}

export function Pager({ page, pageCount, summary, labels, onPage, extra }: PagerProps) {
  return (
    <nav className={styles.foot} data-test="table-pager">
      <span>{summary}</span>
      {extra}
      <button
        type="button"
        data-not-drawn
        className={styles.page}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
        aria-label={labels.previous}
      >
        ‹
      </button>
      {pagesAround(page, pageCount).map((number, index) =>
        number === null ? (
          // Two gaps at most, told apart by their place.
          <i data-not-drawn key={`gap-${index === 1 ? 'start' : 'end'}`}>
            …
          </i>
        ) : (
          <button
            key={number}
            type="button"
            data-not-drawn
            className={styles.page}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {formatTableNumber(number + 1)}
          </button>
        ),
      )}
      <button
        type="button"
        data-not-drawn
        className={styles.page}
        disabled={page >= pageCount - 1}
        onClick={() => onPage(page + 1)}
        aria-label={labels.next}
      >
        ›
      </button>
    </nav>
  );
}
