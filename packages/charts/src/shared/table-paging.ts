import type { TableModel } from './table-columns.ts';
import type { TableOptions } from './table-options.ts';

/** Which rows of how many a table shows: of all where the server pages, else of those that were found. */
export function pagingOf(
  { options, model }: { readonly options: Pick<TableOptions, 'serverPage' | 'pageLength'>; readonly model: TableModel },
  given: { readonly found: number; readonly page: number },
) {
  const { serverPage } = options;
  const size = serverPage ? serverPage.pageSize : options.pageLength;
  const total = serverPage ? (model.allRows ?? model.rowCount) : given.found;
  const pageCount = size === 0 ? 1 : Math.max(1, Math.ceil(total / size));
  const page = Math.min(pageCount - 1, given.page);
  return { size, total, pageCount, page, from: page * size + 1, to: Math.min(total, (page + 1) * size) };
}
