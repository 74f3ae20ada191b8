import { lazy, Suspense } from 'react';

/** Reading Markdown takes as much code as the rest of the page, so only dashboards with texts load it. */
const MarkdownPage = lazy(() => import('./MarkdownPage.tsx').then((room) => ({ default: room.MarkdownPage })));

export function MarkdownText({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className="lay-md" />}>
      <MarkdownPage text={text} />
    </Suspense>
  );
}
