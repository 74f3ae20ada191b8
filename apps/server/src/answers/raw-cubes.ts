import { columnLabel, type FileDimension, type QueryObject } from '@powerset/contract';
import { labelHeaders } from '@powerset/query';
import type { CubeDimension, CubeRequest, Cubes, PackedCube } from './cube-shapes.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { PreparedQuestions } from './prepared-questions.ts';
import type { Question } from './questions/index.ts';
import { runPlan } from './run-query.ts';

/** Values of one table: rows are longer than groups, and texts of people's own stand in them. */
const mostCells = 200_000;

/** Whether a query shows rows as they are. */
export function isRaw({ job: { query }, plans }: PreparedQuery): boolean {
  return !query.metrics && !query.is_rowcount && !plans.main.grouped && (query.columns ?? []).length > 0;
}

interface Reading {
  readonly question: Question;
  readonly asked: CubeRequest;
  /** Without the filters on the dimensions, and as they were prepared. */
  readonly queries: readonly QueryObject[];
  readonly all: readonly PreparedQuery[];
  /** Whether its rows follow filters at all. */
  readonly follows: (query: PreparedQuery, dimensions: readonly CubeDimension[]) => boolean;
}

/** Reads all rows of queries that show rows, with the columns of filters beside them; `large` where they are too many. */
export function createRowReader(prepared: PreparedQuestions) {
  return async (reading: Reading): Promise<Cubes> => {
    const { question, asked, queries, all, follows } = reading;
    if (!all.every((query) => follows(query, asked.dimensions))) return null;
    const widened = queries.map((query) => widen(query, asked));
    if (widened.some((query) => query === null)) return null;
    const wide = widened.flatMap((query) => query ?? []);
    const found = await prepared.prepare({ ...question, request: { ...question.request, queries: wide } });
    const cubes: PackedCube[] = [];
    for (const [at, query] of queries.entries()) {
      const [shown, read] = [all[at], found[at]];
      const cube = shown && read && (await readRows({ shown, read, query }, { ...asked, signal: question.signal }));
      if (!cube || cube === 'large') return cube ?? null;
      cubes.push(cube);
    }
    return cubes;
  };
}

/** The query with the columns of filters before its own; null where one of its own would be taken for another. */
function widen(query: QueryObject, { dimensions, maxRows }: CubeRequest): QueryObject | null {
  const names = dimensions.map(({ column }) => column);
  const own = query.columns ?? [];
  const isAnother = own.some((column) => typeof column !== 'string' && names.includes(columnLabel(column)));
  if (isAnother) return null;
  const others = own.filter((column) => typeof column !== 'string' || !names.includes(column));
  return { ...query, columns: [...names, ...others], row_limit: maxRows + 1, row_offset: 0 };
}

interface Shown {
  readonly shown: PreparedQuery;
  readonly read: PreparedQuery;
  readonly query: QueryObject;
}

async function readRows(
  { shown, read, query }: Shown,
  { dimensions, maxRows, signal }: CubeRequest & { readonly signal: AbortSignal },
): Promise<PackedCube | 'large' | null> {
  const { job, plans } = read;
  const { columns, sql, sourceSql } = plans.main;
  const places = new Map(columns.map(({ label }, place) => [label, place]));
  const outputs = shown.plans.main.columns.map(({ label }) => ({
    label,
    how: 'group' as const,
    at: [places.get(label) ?? -1],
  }));
  const isWhole = outputs.every(({ at: [place = -1] }) => place >= 0);
  if (!isWhole || dimensions.some(({ column }, at) => places.get(column) !== at)) return null;
  const most = Math.min(maxRows, Math.floor(mostCells / columns.length));
  const { packed } = await runPlan({ ...job, signal }, { sql, sourceSql, maxRows: most + 1 });
  if (packed.rowCount > most) return 'large';
  // Times that the engine wrote as text would have to be read.
  if (!labelHeaders(packed.columns, { columns, offsetHours: 0, timeShift: null })) return null;
  if (dimensions.some(({ kind }, at) => kind === 'day' && packed.columns[at]?.type !== 'temporal')) return null;
  return {
    ...{ query, needsAllRows: false, isRaw: true },
    // Times stand as they are, and are no days.
    dimensions: dimensions.map((one): FileDimension => ({ ...one, isWhole: true })),
    facts: {
      ...{ limit: shown.plans.main.rowLimit, offset: shown.job.query.row_offset ?? 0 },
      ...{ is_needless: false, outputs, order: [] },
    },
    table: packed,
  };
}
