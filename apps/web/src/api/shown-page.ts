interface PageOfRows<Row> {
  readonly count: number;
  readonly result: readonly Row[];
}

interface KnownPage<Row> {
  readonly number: number;
  readonly data: PageOfRows<Row> | undefined;
}

export interface ShownPage<Row> {
  readonly rows: readonly Row[];
  /** How many there are besides those that are being deleted. */
  readonly count: number;
  /** How many the server has, by which it divides them into pages. */
  readonly total: number;
  /** How many of the pages before this one are being deleted. */
  readonly hiddenBefore: number;
}

/**
 * A page without what is being deleted and can still be taken back. Rows that wait on other pages of the same list are no part
 * of its count either, but keep their place until the server is asked: pages stay divided as it divides them.
 */
export function toShownPage<Row extends { readonly id: number }>(
  own: KnownPage<Row>,
  others: readonly KnownPage<Row>[],
  hidden: ReadonlySet<number>,
): ShownPage<Row> {
  const all = own.data?.result ?? [];
  const total = own.data?.count ?? 0;
  if (hidden.size === 0) return { rows: all, count: total, total, hiddenBefore: 0 };
  const rows = all.filter((row) => !hidden.has(row.id));
  const here = new Set(all.map(({ id }) => id));
  const isElsewhere = ({ id }: Row) => hidden.has(id) && !here.has(id);
  const waiting = (pages: readonly KnownPage<Row>[]) =>
    new Set(pages.flatMap(({ data }) => (data?.result ?? []).filter(isElsewhere).map(({ id }) => id))).size;
  const left = total - (all.length - rows.length) - waiting(others);
  const hiddenBefore = waiting(others.filter(({ number }) => number < own.number));
  return { rows, count: Math.max(rows.length, left), total, hiddenBefore };
}
