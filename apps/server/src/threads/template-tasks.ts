import {
  createTemplateRenderer,
  type OffsetPlan,
  type PlanInput,
  planQuery,
  planTimeOffsets,
  type QueryPlan,
  type TemplateInput,
  type TemplateScope,
} from '@powerset/query';
import { dialectByName } from '@powerset/sql';

/** What templates see of the server, gathered before they are rendered. */
export interface PlainScope extends Omit<TemplateScope, 'findMetric' | 'findDataset'> {
  /** SQL of the dataset's saved metrics, for the macro `metric`. */
  readonly metrics?: { readonly datasetId: number; readonly expressions: Readonly<Record<string, string>> };
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

export function renderTemplate({ sql, dialect, scope, ...rest }: RenderTask): string {
  return createTemplateRenderer({ ...rest, dialect: dialectByName(dialect), scope: toScope(scope) }).render(sql);
}

export function planTemplated(task: PlanTask): QueryPlan {
  return planQuery(toInput(task));
}

export function planTemplatedOffsets(task: OffsetsTask): readonly Omit<OffsetPlan, 'input'>[] {
  return planTimeOffsets(toInput(task), task.main).map(({ offset, plan }) => ({ offset, plan }));
}

function toInput({ dialect, templates, ...rest }: PlanRequest): PlanInput {
  return { ...rest, dialect: dialectByName(dialect), ...(templates ? { templates: toScope(templates) } : {}) };
}

function toScope({ metrics, ...scope }: PlainScope): TemplateScope {
  if (!metrics) return scope;
  const known = new Map(Object.entries(metrics.expressions));
  return { ...scope, findMetric: (key, id) => (id === null || id === metrics.datasetId ? known.get(key) : undefined) };
}
