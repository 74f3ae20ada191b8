import {
  type ChartTableResult,
  type FileCube,
  type FileQuestion,
  fromWireTable,
  type QueryFilter,
  type QueryObject,
  toWireTable,
} from '@powerset/contract';
import { type BrushedRows, openSlices, type Slices } from '../brushed/index.ts';
import { QueryError } from '../errors.ts';
import { boundsOf, columnOf } from './conditions.ts';
import { nameOfQuery, partQuery } from './parting.ts';
import { showRows } from './rows.ts';

/** A question of a file, ready to be asked under any filters. */
export interface FileAnswers {
  /** What the server would answer; null where the file does not hold it. */
  readonly answer: (queries: readonly QueryObject[]) => readonly ChartTableResult[] | null;
}

type First = BrushedRows | undefined;

/** Gets a question ready; its rows are looked through once it is asked. */
export function openFileQuestion(question: FileQuestion, madeAt: Date): FileAnswers {
  const known = new Map(question.answers.map(({ queries, results }) => [namesOf(queries), results]));
  const columns = new Set(question.columns);
  const opened = new Map<FileCube, OpenCube>();
  const open = (cube: FileCube) => {
    const before = opened.get(cube) ?? openCube(cube, madeAt);
    opened.set(cube, before);
    return before;
  };
  const sum = (query: QueryObject, at: number, first: First): BrushedRows | null => {
    for (const cube of question.cubes[at] ?? []) {
      const rows = open(cube).answer(query, first);
      if (rows) return rows;
    }
    return null;
  };
  const followed = (queries: readonly QueryObject[]) =>
    queries.map((query) => ({ ...query, filters: (query.filters ?? []).filter((one) => isOfColumns(one, columns)) }));
  const [example] = question.answers;
  return {
    answer: (given) => {
      const queries = followed(given);
      const facts = (result: ChartTableResult, at: number) => ({ ...result, ...filtersOf(given[at], columns) });
      const same = known.get(namesOf(queries));
      if (same) return same.map(facts);
      const sums: BrushedRows[] = [];
      for (const [at, query] of queries.entries()) {
        const rows = sum(query, at, sums[0]);
        if (!rows) return null;
        sums.push(rows);
      }
      return sums.map((rows, at) => facts(toResult(rows, example?.results[at], timesOf(queries[at], madeAt)), at));
    },
  };
}

const namesOf = (queries: readonly QueryObject[]) => JSON.stringify(queries.map(nameOfQuery));

/** SQL of its own is no column, and is compared as it stands. */
const isOfColumns = (filter: QueryFilter, columns: ReadonlySet<string>) =>
  typeof filter.col !== 'string' || columns.has(filter.col);

/** What an answer says of filters: those on columns that the dataset has not were not applied. */
function filtersOf(query: QueryObject | undefined, columns: ReadonlySet<string>) {
  const filters = query?.filters ?? [];
  const named = (list: readonly QueryFilter[]) => [...new Set(list.map(columnOf))];
  return {
    applied_filters: named(filters.filter((one) => isOfColumns(one, columns))).map((column) => ({ column })),
    rejected_filters: named(filters.filter((one) => !isOfColumns(one, columns))).map((column) => ({
      column,
      reason: 'not_in_datasource',
    })),
  };
}

function timesOf(query: QueryObject | undefined, madeAt: Date): Pick<ChartTableResult, 'from_dttm' | 'to_dttm'> {
  const range = query?.filters?.find(({ op }) => op.trim().toUpperCase() === 'TEMPORAL_RANGE')?.val;
  const { since, until } = query ? boundsOf(query.time_range ?? range, query, madeAt) : { since: null, until: null };
  return { from_dttm: since?.getTime() ?? null, to_dttm: until?.getTime() ?? null };
}

function toResult(
  { table, sqlRowCount, limitReached }: BrushedRows,
  example: ChartTableResult | undefined,
  times: ReturnType<typeof timesOf>,
): ChartTableResult {
  return {
    ...(example ?? nothing),
    ...times,
    rowcount: table.rowCount,
    sql_rowcount: sqlRowCount,
    limitReached,
    table: toWireTable(table),
  };
}

const nothing: ChartTableResult = {
  ...{ annotation_data: null, applied_filters: [], rejected_filters: [], applied_template_filters: [] },
  ...{ cache_key: null, cached_dttm: null, cache_timeout: null, is_cached: null, error: null, stacktrace: null },
  ...{ from_dttm: null, to_dttm: null, label_map: {}, query: '', result_format: 'json', status: 'success' },
  ...{ rowcount: 0, sql_rowcount: 0, engineMs: 0, limitReached: null, summable: [] },
  table: { columns: [], rowCount: 0 },
};

interface OpenCube {
  readonly answer: (query: QueryObject, first: First) => BrushedRows | null;
}

function openCube(cube: FileCube, madeAt: Date): OpenCube {
  const place = { dimensions: cube.dimensions, madeAt };
  const name = nameOfQuery(cube.query);
  const table = fromWireTable(cube.sliced.table);
  let slices: Slices | null = null;
  return {
    answer: (query, first) => {
      const { rest, conditions } = asReadable(() => partQuery(query, place)) ?? { rest: query, conditions: null };
      if (!conditions || nameOfQuery(rest) !== name) return null;
      // It was never asked, as the rows of the first one tell it.
      if (cube.sliced.is_needless && table.columns.length === 0 && first?.limitReached !== null) return null;
      const rows: number[] = [];
      for (let row = 0; row < table.rowCount; row += 1) {
        if (conditions.every(({ at, passes }) => passes(table.columns[at]?.values[row] ?? null))) rows.push(row);
      }
      if (cube.isRaw) return asReadable(() => showRows({ ...cube.sliced, table }, query.post_processing ?? [], rows));
      slices ??= openSlices({ ...cube.sliced, table }, query.post_processing ?? []);
      const own = slices;
      const found = asReadable(() => own.answer({ rows }, first));
      return cube.needsAllRows && found?.limitReached != null ? null : found;
    },
  };
}

/** Null for a range that cannot be read, and for rules that cannot be kept. */
function asReadable<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof QueryError) return null;
    throw error;
  }
}
