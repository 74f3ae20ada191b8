/** Rows of one result, told apart by texts. */
export interface RowTexts {
  readonly rowCount: number;
  /** What names a row. */
  readonly keyOf: (row: number) => string;
  /** All else of it. */
  readonly restOf: (row: number) => string;
}

/** A row that the other result has not, and how many are like it. */
export interface LonelyRows {
  readonly row: number;
  readonly rows: number;
}

export interface RowPairs {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly gone: readonly LonelyRows[];
  readonly added: readonly LonelyRows[];
  /** Rows that share what names them and were paired in their order. */
  readonly paired: number;
}

interface Found {
  readonly pairs: (readonly [number, number])[];
  readonly gone: LonelyRows[];
  readonly added: LonelyRows[];
  paired: number;
}

/**
 * Pairs rows of one name. Where several share it, those that are wholly alike belong together, and the rest is paired in its
 * order; what is left over the other result has not.
 */
export function pairRows({ before, after }: { readonly before: RowTexts; readonly after: RowTexts }): RowPairs {
  const olds = rowsByKey(before);
  const news = rowsByKey(after);
  const found: Found = { pairs: [], gone: [], added: [], paired: 0 };
  for (const [key, own] of news) {
    const others = olds.get(key);
    if (!others) addLonely(found.added, own, after);
    else if (own.length === 1 && others.length === 1) found.pairs.push([others[0] ?? 0, own[0] ?? 0]);
    else pairRepeated(found, { rows: others, of: before }, { rows: own, of: after });
  }
  for (const [key, rows] of olds) if (!news.has(key)) addLonely(found.gone, rows, before);
  return found;
}

function rowsByKey({ rowCount, keyOf }: RowTexts): ReadonlyMap<string, readonly number[]> {
  const rows = new Map<string, number[]>();
  for (let row = 0; row < rowCount; row += 1) {
    const key = keyOf(row);
    const same = rows.get(key);
    if (same) same.push(row);
    else rows.set(key, [row]);
  }
  return rows;
}

interface Group {
  readonly rows: readonly number[];
  readonly of: RowTexts;
}

function pairRepeated(found: Found, before: Group, after: Group): void {
  const waiting = new Map<string, number[]>();
  for (const row of before.rows) {
    const text = before.of.restOf(row);
    const same = waiting.get(text);
    if (same) same.push(row);
    else waiting.set(text, [row]);
  }
  const rest = after.rows.filter((row) => {
    const same = waiting.get(after.of.restOf(row));
    const old = same?.pop();
    if (old !== undefined) found.pairs.push([old, row]);
    return old === undefined;
  });
  const left = [...waiting.values()].flat().sort((one, other) => one - other);
  const inOrder = Math.min(left.length, rest.length);
  for (let at = 0; at < inOrder; at += 1) found.pairs.push([left[at] ?? 0, rest[at] ?? 0]);
  found.paired += inOrder;
  addLonely(found.gone, left.slice(inOrder), before.of);
  addLonely(found.added, rest.slice(inOrder), after.of);
}

/** Rows that are wholly alike are said once. */
function addLonely(found: LonelyRows[], rows: readonly number[], { restOf }: RowTexts): void {
  const [first] = rows;
  if (first !== undefined && rows.length === 1) {
    found.push({ row: first, rows: 1 });
    return;
  }
  const alike = new Map<string, { row: number; rows: number }>();
  for (const row of rows) {
    const text = restOf(row);
    const known = alike.get(text);
    if (known) known.rows += 1;
    else alike.set(text, { row, rows: 1 });
  }
  for (const one of alike.values()) found.push(one);
}
