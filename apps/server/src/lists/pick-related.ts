import type { ListQuery } from '@powerset/contract';
import { readPage } from './pages.ts';
import type { RelatedAnswer, RelatedRow } from './related.ts';

/** One page of choices that are at hand already; the filter is the beginning of their text. */
export function pickRelated(items: readonly RelatedRow[], query: ListQuery): RelatedAnswer {
  const { limit, offset } = readPage(query);
  const start = (query.filter ?? '').toLowerCase();
  const found = items.filter((item) => item.text.toLowerCase().startsWith(start));
  const page = found.slice(offset, offset + limit);
  const included = items.filter((item) => query.include_ids?.includes(item.value) && !page.includes(item));
  const result = [...page, ...included];
  return { count: query.include_ids?.length ? result.length : found.length, result };
}
