import type { FileCube, FileDimension, SlicedQuery } from '@powerset/contract';
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
import type { PackedTable } from '../packed/index.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { PreparedQuestions } from './prepared-questions.ts';
import type { Question } from './questions/index.ts';
import { addsUp, runPlan, toPlanInput } from './run-query.ts';
import { isPlain, plannedInTable } from './slices.ts';

/** By what the rows of a question are told apart: columns with what is known of them. */
export type CubeDimension = Pick<FileDimension, 'column' | 'kind'>;

export interface CubeRequest {
  readonly dimensions: readonly CubeDimension[];
  /** More rows are none that a file holds. */
  readonly maxRows: number;
}

/** A cube whose rows are still packed. */
export interface PackedCube extends Omit<FileCube, 'sliced'> {
  readonly facts: Omit<SlicedQuery, 'table'>;
  readonly table: PackedTable;
}

/** The cubes of each query; `large` where one would have too many rows, null where rows do not tell what a query comes to. */
export type Cubes = readonly PackedCube[] | 'large' | null;

/** Works out what the queries of a question come to for every value of some columns, so that it can be answered without a database. */
export function createCuber(prepared: PreparedQuestions) {
  return async (question: Question, asked: CubeRequest): Promise<Cubes> => {
    const { dimensions } = asked;
    const place = { dimensions: dimensions.map(toOpen), madeAt: new Date(0) };
    const queries = question.request.queries.map((query) => partQuery(query, place).rest);
    const all = await prepared.prepare({ ...question, request: { ...question.request, queries } });
    const [first] = all;
    const plans = all.map((query) => planCube(query, asked, query === first ? undefined : first));
    if (plans.includes(null)) return null;
    const cubes: PackedCube[] = [];
    for (const [at, plan] of plans.entries()) {
      const cube = plan && (await readCube(plan, asked.maxRows));
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
  readonly plan: SlicePlan;
  readonly dimensions: readonly FileDimension[];
  readonly isNeedless: boolean;
  readonly sql: string;
}

function planCube(
  query: PreparedQuery,
  { dimensions }: CubeRequest,
  first: PreparedQuery | undefined,
): CubePlan | null {
  const { job, plans } = query;
  const { main } = plans;
  // What stands beside the rows follows filters too.
  if (job.query.annotation_layers?.length || job.query.chart_layers?.length) return null;
  if (!isPlain(query) || plans.isTemplated || plans.hasPrequery || !main.grouped) return null;
  const dialect = dialectByName(job.engine.dialect);
  const shape = toQueryShape(main.grouped, dialect);
  const known = expressionsOf(query, dimensions);
  // Times that are shown moved are not those that filters are about.
  if (!shape || !known || main.offsetHours !== 0) return null;
  const plan = planSlices(shape, known, dialect);
  if (!plan || !areApart(known, dialect)) return null;
  const sql = planRollup({ of: shape, groups: plan.groups, measures: plan.measures, dialect }).sql;
  const mayBeWhole = first !== undefined && (first.job.query.row_offset ?? 0) === 0;
  const isNeedless = mayBeWhole && job.query.unless_additive === true && addsUp(job.query, main);
  return { query, plan, dimensions: dimensions.map((one) => withType(query, one)), isNeedless, sql };
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

async function readCube({ query, plan, dimensions, isNeedless, sql }: CubePlan, maxRows: number) {
  const { job, plans } = query;
  const { main } = plans;
  const { packed } = await runPlan(job, { sql, sourceSql: main.sourceSql, maxRows: maxRows + 1 });
  if (packed.rowCount > maxRows) return 'large' as const;
  // Times that the engine wrote as text would have to be read.
  const columns = plannedInTable(plan.outputs, main.columns, packed.columns.length);
  if (!labelHeaders(packed.columns, { columns, offsetHours: 0, timeShift: null })) return null;
  const facts: PackedCube['facts'] = {
    outputs: plan.outputs.map((output, at) => ({ ...output, label: main.columns[at]?.label ?? '' })),
    order: [...plan.order],
    limit: main.rowLimit,
    offset: job.query.row_offset ?? 0,
    is_needless: isNeedless,
  };
  return { dimensions, facts, table: packed } satisfies Omit<PackedCube, 'query'>;
}
