import { lazy, Suspense } from 'react';
import type { CellTextProps } from './cell-text-props.ts';
import { looksLikeHtml } from './html-cells.ts';
import styles from './table.module.css';

/** What reads HTML is loaded with the first cell that holds some. */
const HtmlCell = lazy(async () => ({ default: (await import('./HtmlCell.tsx')).HtmlCell }));
/** What draws in cells is loaded with the first column that wants it. */
const CellChart = lazy(async () => ({ default: (await import('./CellChart.tsx')).CellChart }));

/** What stands in a cell: its text, the HTML that it is, or a small picture of its numbers. */
export function CellText({ drawn, text, row }: CellTextProps) {
  const sign = drawn.signOf(drawn.column.values[row] ?? null, row);
  if (drawn.chart)
    return (
      <Suspense fallback={text}>
        <CellChart {...{ drawn, text, row }} />
      </Suspense>
    );
  if (sign)
    return (
      <>
        <span className={styles.sign} style={{ color: sign.color }} aria-hidden="true" data-test="cell-sign">
          {sign.text}
        </span>
        {text}
      </>
    );
  if (!drawn.hasHtml || !looksLikeHtml(text)) return text;
  return (
    <Suspense>
      <HtmlCell text={text} />
    </Suspense>
  );
}
