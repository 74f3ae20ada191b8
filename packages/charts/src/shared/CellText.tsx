import { lazy, Suspense } from 'react';
import { looksLikeHtml } from './html-cells.ts';
import type { DrawnColumn } from './table-options.ts';

/** What reads HTML is loaded with the first cell that holds some. */
const HtmlCell = lazy(async () => ({ default: (await import('./HtmlCell.tsx')).HtmlCell }));

/** What stands in a cell: its text, or the HTML that it is. */
export function CellText({ drawn, text }: { readonly drawn: Pick<DrawnColumn, 'hasHtml'>; readonly text: string }) {
  if (!drawn.hasHtml || !looksLikeHtml(text)) return text;
  return (
    <Suspense>
      <HtmlCell text={text} />
    </Suspense>
  );
}
