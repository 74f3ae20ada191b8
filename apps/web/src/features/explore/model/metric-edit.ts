import { isAdhocMetric, isRecord } from '@powerset/chart-kit';
import { type AdhocMetric, type Aggregate, aggregates, metricLabel, type QueryMetric } from '@powerset/contract';

export type EditorTab = 'saved' | 'simple' | 'sql';

/** A metric while it is being edited: what each tab holds is kept while another is looked at. */
export interface MetricDraft {
  readonly tab: EditorTab;
  readonly savedName: string | null;
  readonly column: { readonly column_name: string; readonly [field: string]: unknown } | null;
  readonly aggregate: Aggregate | null;
  readonly sql: string;
  readonly label: string;
  readonly hasCustomLabel: boolean;
}

/** The tab to open on: `Saved` when there is something saved and nothing of one's own, else that of the expression. */
export function firstTab(value: QueryMetric | null, savedCount: number): EditorTab {
  if (isAdhocMetric(value)) return value.expressionType === 'SQL' ? 'sql' : 'simple';
  if (typeof value === 'string' || savedCount > 0) return 'saved';
  return 'simple';
}

export function startDraft(value: QueryMetric | null, savedCount: number): MetricDraft {
  const adhoc = isAdhocMetric(value) ? value : null;
  return {
    tab: firstTab(value, savedCount),
    savedName: typeof value === 'string' ? value : null,
    column: adhoc?.column ?? null,
    aggregate: aggregates.find((name) => name === adhoc?.aggregate) ?? null,
    sql: adhoc?.sqlExpression ?? '',
    label: adhoc?.hasCustomLabel ? (adhoc.label ?? '') : '',
    hasCustomLabel: adhoc?.hasCustomLabel === true,
  };
}

/** The metric that a draft means, or null while it is not whole. */
export function toMetric(draft: MetricDraft, original: QueryMetric | null, newName: () => string): QueryMetric | null {
  if (draft.tab === 'saved') return draft.savedName;
  const bare = draft.tab === 'simple' ? toSimple(draft) : toSql(draft);
  if (!bare) return null;
  const optionName = isAdhocMetric(original) && original.optionName ? original.optionName : newName();
  const label = draft.hasCustomLabel && draft.label.trim() ? draft.label.trim() : metricLabel(bare);
  return { ...bare, label, hasCustomLabel: draft.hasCustomLabel && draft.label.trim() !== '', optionName };
}

function toSimple({ column, aggregate }: MetricDraft): AdhocMetric | null {
  return column && aggregate ? { expressionType: 'SIMPLE', column, aggregate } : null;
}

function toSql({ sql }: MetricDraft): AdhocMetric | null {
  return sql.trim() ? { expressionType: 'SQL', sqlExpression: sql.trim() } : null;
}

/** Whether `Save` may be pressed: whole, and something changed. */
export function canSaveMetric(draft: MetricDraft, original: QueryMetric | null): boolean {
  const next = toMetric(draft, original, () => '');
  if (!next) return false;
  return original === null || facts(next) !== facts(original);
}

function facts(metric: QueryMetric): string {
  if (typeof metric === 'string') return metric;
  const { expressionType, column, aggregate, sqlExpression, hasCustomLabel } = metric;
  const expression = expressionType === 'SIMPLE' ? [column?.column_name, aggregate] : [sqlExpression];
  return JSON.stringify([expressionType, ...expression, hasCustomLabel ? metric.label : null]);
}

/** Saved metrics that a slot may still offer: those not in use, besides its own. */
export function offeredMetrics<Metric extends { readonly metric_name: string }>(
  saved: readonly Metric[],
  inUse: readonly QueryMetric[],
  own: QueryMetric | null,
): readonly Metric[] {
  return saved.filter(({ metric_name: name }) => name === own || !inUse.includes(name));
}

/** A saved metric as a choice among others: known by its name alone. */
export interface SavedOption {
  readonly saved_metric_name: string;
  readonly label: string;
  readonly expression: string;
}

export function savedOptions(
  metrics: readonly {
    readonly metric_name: string;
    readonly verbose_name: string | null;
    readonly expression: string | null;
  }[],
): readonly SavedOption[] {
  return metrics.map((metric) => ({
    saved_metric_name: metric.metric_name,
    label: metric.verbose_name || metric.metric_name,
    expression: metric.expression ?? '',
  }));
}

/** Whether the dataset forbids metrics that are not saved with it. */
export function forbidsAdhocMetrics(extra: string | null): boolean {
  try {
    const value: unknown = JSON.parse(extra || '{}');
    return isRecord(value) && value.disallow_adhoc_metrics === true;
  } catch {
    return false;
  }
}

/** What a press or a drop of a column makes of it: a sum of numbers, a count of anything else. */
export function metricOfColumn(
  column: { readonly column_name: string; readonly type_generic: number | null; readonly type: string | null },
  newName: () => string,
): AdhocMetric {
  const reference = { column_name: column.column_name, type: column.type };
  const bare: AdhocMetric = {
    expressionType: 'SIMPLE',
    column: reference,
    aggregate: column.type_generic === 0 ? 'SUM' : 'COUNT',
  };
  return { ...bare, label: metricLabel(bare), hasCustomLabel: false, optionName: newName() };
}
