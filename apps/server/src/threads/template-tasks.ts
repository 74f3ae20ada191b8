import {
  createTemplateRenderer,
  findTemplateParameters,
  type OffsetPlan,
  type PlanInput,
  planQuery,
  planTimeOffsets,
  type QueryDataset,
  QueryError,
  type QueryPlan,
  type TemplateInput,
  type TemplateParameter,
  type TemplateScope,
} from '@powerset/query';
import { dialectByName } from '@powerset/sql';

/** What templates see of the server, gathered before they are rendered. */
export interface PlainScope extends Omit<TemplateScope, 'findMetric' | 'findDataset'> {
  /** SQL of the dataset's saved metrics, for the macro `metric`. */
  readonly metrics?: { readonly datasetId: number; readonly expressions: Readonly<Record<string, string>> };
  /** Datasets that the text names, by id, for the macro `dataset`; null for one that may not be read or is not there. */
  readonly datasets?: Readonly<Record<string, QueryDataset | null>>;
}

/** One text that is to be rendered. */
export interface RenderRequest extends Omit<TemplateInput, 'dialect' | 'scope'> {
  readonly sql: string;
  readonly dialect: string;
  readonly scope: PlainScope;
}

export type RenderTask = RenderRequest & { readonly kind: 'render' };

/** A query that is long, or whose dataset, clauses or columns hold templates. */
export interface PlanRequest extends Omit<PlanInput, 'dialect' | 'templates'> {
  readonly dialect: string;
  /** Absent where templates are off. */
  readonly templates?: PlainScope | undefined;
}

export type PlanTask = PlanRequest & { readonly kind: 'plan' };
/** The comparisons of a query that was planned. */
export type OffsetsTask = PlanRequest & { readonly kind: 'offsets'; readonly main: QueryPlan };

/** A text whose parameters are wanted. */
export interface ParametersTask {
  readonly kind: 'parameters';
  readonly sql: string;
}

export function readParameters({ sql }: ParametersTask): readonly TemplateParameter[] {
  return findTemplateParameters(sql);
}

export function renderTemplate({ sql, dialect: name, scope, ...rest }: RenderTask): string {
  const dialect = dialectByName(name);
  return createTemplateRenderer({ ...rest, dialect, scope: toScope(scope, { dialect, now: rest.clock.now }) }).render(
    sql,
  );
}

export function planTemplated(task: PlanTask): QueryPlan {
  return planQuery(toInput(task));
}

export function planTemplatedOffsets(task: OffsetsTask): readonly Omit<OffsetPlan, 'input'>[] {
  return planTimeOffsets(toInput(task), task.main).map(({ offset, plan }) => ({ offset, plan }));
}

function toInput({ dialect: name, templates, ...rest }: PlanRequest): PlanInput {
  const dialect = dialectByName(name);
  return { ...rest, dialect, ...(templates ? { templates: toScope(templates, { dialect, now: rest.now }) } : {}) };
}

type Writing = Pick<PlanInput, 'dialect' | 'now'>;

function toScope({ metrics, datasets, ...scope }: PlainScope, writing: Writing, depth = 0): TemplateScope {
  const known = new Map(Object.entries(metrics?.expressions ?? {}));
  return {
    ...scope,
    findMetric: (key, id) => (id === null || id === metrics?.datasetId ? known.get(key) : undefined),
    findDataset: (id, options) => {
      if (!datasets) return undefined;
      if (!Object.hasOwn(datasets, id)) throw new QueryError(numberInText, 'sql', templateFault);
      const dataset = datasets[id];
      if (!dataset) return undefined;
      if (depth === mostDepth) throw new QueryError('Datasets read each other too deeply', 'sql', templateFault);
      const templates = toScope({ ...scope, datasets, metrics: metricsOf(dataset) }, writing, depth + 1);
      return writeDataset(dataset, options, { ...writing, templates });
    },
  };
}

const templateFault = 'INVALID_TEMPLATE_PARAMS_ERROR';
const numberInText =
  'The macro dataset takes a number that stands in the text itself, as in dataset(7), not a variable or an expression';
const mostDepth = 5;
const noLimits = { maxRows: Number.POSITIVE_INFINITY, defaultRowLimit: Number.POSITIVE_INFINITY };

function metricsOf({ id, metrics }: QueryDataset): NonNullable<PlainScope['metrics']> {
  return { datasetId: id, expressions: Object.fromEntries(metrics.map(({ name, expression }) => [name, expression])) };
}

type DatasetOptions = Parameters<NonNullable<TemplateScope['findDataset']>>[1];

/** Its rows, within the rules of whoever asks, or its metrics by its columns; under the name that the reference gives it. */
function writeDataset(
  dataset: QueryDataset,
  { columns, includeMetrics }: DatasetOptions,
  writing: Writing & Pick<PlanInput, 'templates'>,
): string {
  const names = dataset.columns.map(({ name }) => name);
  const unknown = columns?.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new QueryError(`Dataset ${dataset.id} has no column "${unknown}"`, 'sql', templateFault);
  const query = {
    columns: [...(columns ?? names)],
    ...(includeMetrics ? { metrics: dataset.metrics.map(({ name }) => name) } : {}),
  };
  const { sql } = planQuery({ ...writing, dataset, query, limits: noLimits, allowsSubqueries: true });
  return `(\n${sql}\n) AS dataset_${dataset.id}`;
}
