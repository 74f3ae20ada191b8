import type {
  CellValue,
  PostProcessingRule,
  ResultColumn,
  ResultTable,
  SlicedQuery,
  SliceOutput,
} from '@powerset/contract';
import { applyPostProcessing } from '../post-processing/index.ts';
import { decimalsOf, type Gathered, gatherExtremes, gatherSums } from './add.ts';
import { orderRows } from './order.ts';

/** What a query's answer is for some slices. */
export interface BrushedRows {
  readonly table: ResultTable;
  /** Rows that the engine would have returned, before post-processing. */
  readonly sqlRowCount: number;
  /** The limit that they reached; null where all came. */
  readonly limitReached: number | null;
}

/** A query's slices, ready to be asked for some of them. */
export interface Slices {
  /**
   * The answer for the slices that are chosen, given that of the request's first query; throws `QueryError` where the rules
   * cannot be kept.
   */
  readonly answer: (chosen: ChosenSlices, first?: BrushedRows) => BrushedRows;
}

/** Numbers of slices from one on and before another, some of the values that are slices, or rows as they are numbered. */
export type ChosenSlices =
  | { readonly from: number; readonly to: number }
  | { readonly values: readonly CellValue[] }
  | { readonly rows: readonly number[] };

type Query = Omit<SlicedQuery, 'table'> & { readonly table: ResultTable };

/** Gets a query's slices ready: rows are numbered by slice and group once, so that each answer only adds up. */
export function openSlices(query: Query, rules: readonly (PostProcessingRule | null)[]): Slices {
  const { columns, rowCount } = query.table;
  const grouped = groupPlaces(query).flatMap((place) => columns[place] ?? []);
  const groups = numberGroups(grouped, rowCount);
  const rowsOf = rowsBySlice(columns[0]?.values ?? [], rowCount);
  return {
    answer: (chosen, first) => {
      if (query.is_needless && first && first.limitReached === null) return needless(query);
      const rows = rowsOf(chosen);
      const combined = combine(query, groups, rows);
      const { limit, offset } = query;
      const end = limit === null ? combined.rowCount : Math.min(combined.rowCount, offset + limit);
      const picked = combined.order.slice(offset, Math.max(offset, end));
      const columns = combined.columns.map((column) => ({
        ...column,
        values: picked.map((row) => column.values[row] ?? null),
      }));
      return {
        table: applyPostProcessing({ columns, rowCount: picked.length }, rules),
        sqlRowCount: picked.length,
        limitReached: limit !== null && picked.length >= limit ? limit : null,
      };
    },
  };
}

/** What was not asked of the engine: no rows. */
function needless({ table, outputs }: Query): BrushedRows {
  const columns = outputs.map(({ label, at }) => ({
    name: label,
    type: table.columns[at[0] ?? 0]?.type ?? 'number',
    nativeType: '',
    values: [],
  }));
  return { table: { columns, rowCount: 0 }, sqlRowCount: 0, limitReached: null };
}

/** The columns by which the query groups; the slice may be one of them. */
function groupPlaces({ outputs, order }: Query): readonly number[] {
  const all = [...outputs, ...order.map(({ by }) => by)];
  return [...new Set(all.flatMap(({ how, at }) => (how === 'group' ? at : [])))];
}

interface Groups {
  /** By row. */
  readonly ids: Int32Array;
  /** A row of each. */
  readonly firstRows: readonly number[];
  /** All rows are one, which is there even where no row is. */
  readonly isWhole: boolean;
}

function numberGroups(columns: readonly ResultColumn[], rowCount: number): Groups {
  const ids = new Int32Array(rowCount);
  if (columns.length === 0) return { ids, firstRows: [0], isWhole: true };
  const known = new Map<string, number>();
  const firstRows: number[] = [];
  for (let row = 0; row < rowCount; row += 1) {
    const key = keyOf(columns.map(({ values }) => values[row] ?? null));
    let id = known.get(key);
    if (id === undefined) {
      id = firstRows.length;
      known.set(key, id);
      firstRows.push(row);
    }
    ids[row] = id;
  }
  return { ids, firstRows, isWhole: false };
}

const keyOf = (values: readonly CellValue[]) =>
  JSON.stringify(values.map((value) => (typeof value === 'bigint' ? `${value}n` : [typeof value, String(value)])));

function rowsBySlice(slices: readonly CellValue[], rowCount: number): (chosen: ChosenSlices) => readonly number[] {
  const known = new Map<CellValue, number[]>();
  for (let row = 0; row < rowCount; row += 1) {
    const slice = plain(slices[row] ?? null);
    const rows = known.get(slice);
    if (rows) rows.push(row);
    else known.set(slice, [row]);
  }
  return (chosen) => {
    if ('rows' in chosen) return chosen.rows;
    const wanted =
      'values' in chosen
        ? chosen.values.map(plain)
        : Array.from({ length: Math.max(0, chosen.to - chosen.from) }, (_, at) => chosen.from + at);
    return wanted.flatMap((slice) => known.get(slice) ?? []);
  };
}

/** Numbers that are the same are one slice, however they are held. */
const plain = (value: CellValue) =>
  typeof value === 'bigint' && BigInt(Number(value)) === value ? Number(value) : value;

interface Combined {
  readonly columns: readonly ResultColumn[];
  readonly rowCount: number;
  readonly order: readonly number[];
}

function combine(query: Query, groups: Groups, rows: readonly number[]): Combined {
  const present = presentGroups(groups, rows);
  const kept = gatherParts(query, { ids: groups.ids, present, rows });
  const columnOf = (output: Pick<SliceOutput, 'how' | 'at'>, name: string): ResultColumn => {
    const source = query.table.columns[output.at[0] ?? 0];
    const given = { name, type: source?.type ?? 'number', nativeType: source?.nativeType ?? '' };
    if (output.how === 'group')
      return { ...given, values: present.ids.map((id) => source?.values[groups.firstRows[id] ?? 0] ?? null) };
    const [values = [], counts = []] = output.at.map((at) => kept.get(nameOf(output.how, at)) ?? []);
    if (output.how === 'count') return { ...given, values: values.map((value) => value ?? 0) };
    if (output.how !== 'average') return { ...given, values };
    return { ...given, type: 'number', nativeType: 'DOUBLE', values: averages(values, counts, given.nativeType) };
  };
  const columns = query.outputs.map((output) => columnOf(output, output.label));
  const keys = query.order.map(({ by, is_descending: isDescending }) => ({
    values: columnOf(by, '').values,
    isDescending,
  }));
  return { columns, rowCount: present.ids.length, order: orderRows(present.ids.length, keys) };
}

interface Present {
  /** Groups that have rows. */
  readonly ids: readonly number[];
  /** Where each group stands among them, one more than its place; 0 where it has none. */
  readonly places: Int32Array;
}

function presentGroups({ ids, firstRows, isWhole }: Groups, rows: readonly number[]): Present {
  const places = new Int32Array(firstRows.length);
  if (isWhole) return { ids: [0], places: places.fill(1) };
  const present: number[] = [];
  for (const row of rows) {
    const id = ids[row]!;
    if (places[id] === 0) places[id] = present.push(id);
  }
  return { ids: present, places };
}

interface GatherGiven {
  readonly ids: Int32Array;
  readonly present: Present;
  readonly rows: readonly number[];
}

const nameOf = (how: SliceOutput['how'], at: number) => `${how === 'min' || how === 'max' ? how : 'sum'} ${at}`;

/** What each kept column comes to in the groups that are there. */
function gatherParts({ table, outputs, order }: Query, { ids, present, rows }: GatherGiven) {
  const gathered = new Map<string, Gathered>();
  for (const { how, at } of [...outputs, ...order.map(({ by }) => by)]) {
    if (how === 'group') continue;
    for (const place of at) {
      const column = table.columns[place];
      const name = nameOf(how, place);
      if (!column || gathered.has(name)) continue;
      const count = present.ids.length;
      const own = how === 'min' || how === 'max' ? gatherExtremes(how, count) : gatherSums(column, count);
      for (const row of rows) own.add(present.places[ids[row]!]! - 1, column.values[row] ?? null);
      gathered.set(name, own);
    }
  }
  return new Map([...gathered].map(([name, own]) => [name, own.values()] as const));
}

/** Decimals are divided as whole numbers, so that the last digit is the engine's. */
function averages(sums: readonly CellValue[], counts: readonly CellValue[], nativeType: string): CellValue[] {
  const factor = 10 ** decimalsOf(nativeType);
  return sums.map((sum, at) => {
    const count = Number(counts[at] ?? 0);
    if (sum === null || count === 0) return null;
    const whole = factor === 1 ? Number(sum) : Math.round(Number(sum) * factor);
    return whole / (count * factor);
  });
}
