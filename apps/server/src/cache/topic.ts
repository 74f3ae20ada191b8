import { randomUUID } from 'node:crypto';
import type { SharedCache } from './shared-cache.ts';

export interface Topic<News> {
  /** Tells the other processes, where there are any. */
  tell(news: News): void;
  close(): void;
}

/** What processes tell each other about one thing; a process does not hear what it said itself. */
export function openTopic<News>(
  shared: Pick<SharedCache, 'tell' | 'listen'> | null,
  name: string,
  hear: (news: News) => void,
): Topic<News> {
  const self = randomUUID();
  const close = shared?.listen(name, (text) => {
    const { from, news } = JSON.parse(text) as { readonly from: string; readonly news: News };
    if (from !== self) hear(news);
  });
  return {
    tell: (news) => shared?.tell(name, JSON.stringify({ from: self, news })),
    close: () => close?.(),
  };
}
