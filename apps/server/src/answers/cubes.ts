import type { FileDimension } from '@powerset/contract';
import {
  dimensionExpression,
  labelHeaders,
  partQuery,
  planRollup,
  planSlices,
  type SlicePlan,
  toQueryShape,
} from '@powerset/query';
import { type Dialect, dialectByName, type Expression, printExpression } from '@powerset/sql';
import { packTable } from '../packed/index.ts';
import type { CubeDimension, CubeRequest, Cubes, PackedCube } from './cube-shapes.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { PreparedQuestions } from './prepared-questions.ts';
import type { Question } from './questions/index.ts';
import { createRowReader, isRaw } from './raw-cubes.ts';
import { addsUp, runPlan, toPlanInput } from './run-query.ts';
import { plannedInTable, standsAlone } from './slices.ts';

/** Works out what the queries of a question come to for every value of some columns, so that it can be answered without a database. */
export function createCuber(prepared: PreparedQuestions) {
  const readRaw = createRowReader(prepared);
  return async (question: Question, asked: CubeRequest): Promise<Cubes> => {
    const { dimensions } = asked;
    const place = { dimensions: dimensions.map(toOpen), madeAt: new Date(0) };
    const queries = question.request.queries.map((query) => partQuery(query, place).rest);
    const all = await prepared.prepare({ ...question, request: { ...question.request, queries } });
    if (all.length > 0 && all.every(isRaw)) return readRaw({ question, asked, queries, all, follows: followsFilters });
    const [first] = all;
    const plans = all.map((query) => planCube(query, asked, query === first ? undefined : first));
    if (plans.includes(null)) return null;
    const cubes: PackedCube[] = [];
    for (const [at, plan] of plans.entries()) {
      const cube = plan && (await readCube(plan, { ...asked, signal: question.signal }));
      const query = queries[at];
      if (!cube || !query) return null;
      if (cube === 'large') return cube;
      cubes.push({ ...cube, query });
    }
    return cubes;
  };
}

const toOpen = (dimension: CubeDimension): FileDimension => ({ ...dimension, isWhole: true });

interface CubePlan {
  readonly query: PreparedQuery;
  readonly dimensions: readonly FileDimension[];
  readonly isNeedless: boolean;
  /** Null for a query that is never asked where the rows of the first one are all there, and has no answer where they are not. */
  readonly rows: { readonly plan: SlicePlan; readonly sql: string } | null;
}

/** Whether the rows of a query follow filters on these columns, whatever is done with them. */
function followsFilters(query: PreparedQuery, dimensions: readonly CubeDimension[]): boolean {
  const { job, plans } = query;
  // What stands beside the rows follows filters too.
  if (job.query.annotation_layers?.length || job.query.chart_layers?.length) return false;
  // Times that are shown moved are not those that filters are about.
  if (!standsAlone(query) || plans.isTemplated || plans.hasPrequery || plans.main.offsetHours !== 0) return false;
  // Such a dataset's ranges are of its main column too, whichever column they name.
  return !(job.dataset.alwaysFilterMainTemporal && dimensions.some(({ kind }) => kind === 'day'));
}

function planCube(
  query: PreparedQuery,
  { dimensions }: CubeRequest,
  first: PreparedQuery | undefined,
): CubePlan | null {
  const { job, plans } = query;
  if (!followsFilters(query, dimensions)) return null;
  // Shares of averages are of what all rows come to, which is no sum of theirs.
  if (query.allRows !== null && !addsUp(job.query, plans.main)) return null;
  const mayBeWhole = first !== undefined && (first.job.query.row_offset ?? 0) === 0;
  const isNeedless = mayBeWhole && job.query.unless_additive === true && addsUp(job.query, plans.main);
  const rows = planRows(query, dimensions);
  if (!rows && !isNeedless) return null;
  return { query, dimensions: dimensions.map((one) => withType(query, one)), isNeedless, rows };
}

function planRows(query: PreparedQuery, dimensions: readonly CubeDimension[]): CubePlan['rows'] {
  const { grouped } = query.plans.main;
  const dialect = dialectByName(query.job.engine.dialect);
  const shape = grouped && toQueryShape(grouped, dialect);
  const known = expressionsOf(query, dimensions);
  if (!shape || !known || !areApart(known, dialect)) return null;
  const plan = planSlices(shape, known, dialect);
  if (!plan) return null;
  const { groups, measures } = plan;
  return { plan, sql: planRollup({ of: shape, groups, measures, dialect }).sql };
}

/** Two columns that are the same expression would share a place. */
function areApart(known: readonly Expression[], dialect: Dialect): boolean {
  return new Set(known.map((expression) => printExpression(expression, dialect))).size === known.length;
}

function expressionsOf({ job }: PreparedQuery, dimensions: readonly CubeDimension[]): readonly Expression[] | null {
  const input = toPlanInput(job);
  const found = dimensions.map((dimension) => dimensionExpression(input, dimension));
  return found.every((expression) => expression !== null) ? found : null;
}

function withType({ job }: PreparedQuery, dimension: CubeDimension): FileDimension {
  const column = job.dataset.columns.find(({ name }) => name === dimension.column);
  return { ...dimension, isWhole: /^date$/i.test(column?.nativeType ?? '') };
}

interface Reading {
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

async function readCube({ query, rows, dimensions, isNeedless }: CubePlan, { maxRows, signal }: Reading) {
  const { job, plans } = query;
  const { main } = plans;
  const labelOf = (at: number) => main.columns[at]?.label ?? '';
  const told = { limit: main.rowLimit, offset: job.query.row_offset ?? 0, is_needless: isNeedless };
  const cube = { dimensions, needsAllRows: query.allRows !== null };
  if (!rows) {
    const outputs = main.columns.map(({ label }) => ({ label, how: 'group' as const, at: [] }));
    return { ...cube, facts: { ...told, outputs, order: [] }, table: packTable({ columns: [], rowCount: 0 }) };
  }
  const { plan, sql } = rows;
  const { packed } = await runPlan({ ...job, signal }, { sql, sourceSql: main.sourceSql, maxRows: maxRows + 1 });
  if (packed.rowCount > maxRows) return 'large' as const;
  // Times that the engine wrote as text would have to be read.
  const columns = plannedInTable(plan.outputs, main.columns, packed.columns.length);
  if (!labelHeaders(packed.columns, { columns, offsetHours: 0, timeShift: null })) return null;
  const outputs = plan.outputs.map((output, at) => ({ ...output, label: labelOf(at) }));
  const facts: PackedCube['facts'] = { ...told, outputs, order: [...plan.order] };
  return { ...cube, facts, table: packed } satisfies Omit<PackedCube, 'query'>;
}
