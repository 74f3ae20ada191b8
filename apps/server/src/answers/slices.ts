import { type ChartBrush, columnLabel, type QueryFilter, type SlicedQuery, toWireTable } from '@powerset/contract';
import { calculationsOf, hasForecast, labelResult, type PlannedColumn, sliceExpression } from '@powerset/query';
import { unpackTable } from '../packed/index.ts';
import type { PreparedQuery } from './prepared-query.ts';
import type { PreparedQuestions } from './prepared-questions.ts';
import type { Question } from './questions/index.ts';
import { type Rollups, type SlicedRows, type Slicing, toRollupQuery } from './rollups/index.ts';
import { addsUp, toPlanInput } from './run-query.ts';

/** What a page keeps of one query, and adds up while somebody drags. */
const maxRows = 40_000;

type OnReady = (sliced: readonly SlicedQuery[] | null, at: number) => void;

/** Answers charts for each slice of a column, from rollups by its slices. */
export function createSlicer({
  prepared,
  rollups,
}: {
  readonly prepared: PreparedQuestions;
  readonly rollups: Rollups;
}) {
  const addChart = async (slicing: Slicing, question: Question, brush: ChartBrush) => {
    const queries = await prepared.prepare(question);
    const [first] = queries;
    return queries.map((query) => addQuery(slicing, query, { brush, first: query === first ? undefined : first }));
  };
  return async (questions: readonly Question[], brush: ChartBrush, onReady: OnReady): Promise<void> => {
    const [signal] = questions.map((question) => question.signal);
    if (!signal) return;
    const slicing = rollups.openSlicing({ signal, maxRows });
    // A chart that cannot be asked waits for the brush to be let go, and then says why.
    const charts = await Promise.all(
      questions.map((question) => addChart(slicing, question, brush).catch(() => [null] as const)),
    );
    await Promise.all(
      charts.map(async (queries, at) => {
        onReady(await readChart(queries).catch(() => null), at);
      }),
    );
  };
}

type ReadQuery = () => Promise<SlicedQuery | null>;

async function readChart(queries: readonly (ReadQuery | null)[]): Promise<readonly SlicedQuery[] | null> {
  const sliced = await Promise.all(queries.map((query) => query?.() ?? null));
  const known = sliced.flatMap((query) => query ?? []);
  return known.length === sliced.length ? known : null;
}

interface QueryGiven {
  readonly brush: ChartBrush;
  /** The first query of the request, where this is another one. */
  readonly first: PreparedQuery | undefined;
}

/** Null where the query asks for more than slices can tell. */
function addQuery(slicing: Slicing, query: PreparedQuery, { brush, first }: QueryGiven) {
  const { job, plans } = query;
  const { main } = plans;
  if (!isBrushed(job.query.filters ?? [], brush) || !isPlain(query)) return null;
  const rollupQuery = toRollupQuery(job, main);
  if (!rollupQuery) return null;
  const slice = sliceExpression(toPlanInput(job), brush);
  const rows = slice && slicing.add(rollupQuery, slice);
  if (!rows) return null;
  // The rows of a later page are not all there are.
  const mayBeWhole = first !== undefined && (first.job.query.row_offset ?? 0) === 0;
  const isNeedless = mayBeWhole && job.query.unless_additive === true && addsUp(job.query, main);
  return () => readQuery(query, rows, isNeedless);
}

/** Whether the filter of the brush is among those of a query: another one would not be the one that is dragged. */
function isBrushed(filters: readonly QueryFilter[], { column, kind, cuts }: ChartBrush): boolean {
  const own = filters.filter(({ col }) => columnLabel(col) === column).map(({ op, val }) => JSON.stringify([op, val]));
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (kind === 'values') return own.some((filter) => filter.startsWith('["IN",'));
  if (!first || !last || cuts.length < 2) return false;
  const wanted =
    kind === 'time'
      ? [['TEMPORAL_RANGE', `${first.value} : ${last.value}`]]
      : [
          [first.op, first.value],
          [last.op === '>=' ? '<' : '<=', last.value],
        ];
  return wanted.every((filter) => own.includes(JSON.stringify(filter)));
}

/** What is neither compared with other periods nor set against other rows; a page works that out from its rows alone. */
function isPlain(query: PreparedQuery): boolean {
  return query.allRows === null && standsAlone(query);
}

/** The same, but that it may show shares of all rows. */
export function standsAlone({ job: { query }, plans }: PreparedQuery): boolean {
  const isAlone = plans.offsets.length === 0 && plans.whole === null && !plans.main.timeShift;
  return isAlone && calculationsOf(query).length === 0 && !hasForecast(query.post_processing ?? []);
}

async function readQuery(
  query: PreparedQuery,
  { plan, read }: SlicedRows,
  isNeedless: boolean,
): Promise<SlicedQuery | null> {
  const result = await read();
  if (!result) return null;
  const { columns, offsetHours } = query.plans.main;
  const { job } = query;
  const inTable = plannedInTable(plan.outputs, columns, result.packed.columns.length);
  const table = labelResult(unpackTable(result.packed), { columns: inTable, offsetHours, timeShift: null });
  if (table.columns.length !== plan.groups.size + plan.measures.size) return null;
  return {
    table: toWireTable(table),
    outputs: plan.outputs.map((output, at) => ({ ...output, label: columns[at]?.label ?? '' })),
    order: [...plan.order],
    limit: query.plans.main.rowLimit,
    offset: job.query.row_offset ?? 0,
    is_needless: isNeedless,
  };
}

const kept: PlannedColumn = { label: '', alias: '', role: 'metric', type: null, isTimeAxis: false, grain: null };

/** The groups' columns are told as the query's own would be, their times moved as those; the others stay. */
export function plannedInTable(
  outputs: SlicedRows['plan']['outputs'],
  columns: readonly PlannedColumn[],
  count: number,
): readonly PlannedColumn[] {
  return Array.from({ length: count }, (_, place) => {
    const shown = outputs.findIndex(({ how, at }) => how === 'group' && at[0] === place);
    return { ...(columns[shown] ?? kept), label: `${place}` };
  });
}
