import { Suspense } from 'react';
import { lazyPart } from '../../../shell/index.ts';

/** Reading Markdown takes as much code as the rest of the page, so only dashboards with texts load it. */
const MarkdownPage = lazyPart(async () => (await import('./MarkdownPage.tsx')).MarkdownPage);

export function MarkdownText({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <MarkdownPage text={text} />
    </Suspense>
  );
}
