import {
  type AdhocColumn,
  type AdhocMetric,
  aggregates,
  type ColumnType,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
} from '@powerset/contract';
import type { Expression } from '@powerset/sql';
import type { DatasetColumn } from '../dataset.ts';
import { QueryError } from '../errors.ts';
import { currentGrainCode } from '../time/index.ts';
import { aliasFor } from './alias.ts';
import {
  adhocClause,
  columnExpression,
  findColumn,
  ownersClause,
  type PlanContext,
  referencedColumn,
  temporalExpression,
  truncated,
  valueExpression,
} from './plan-context.ts';

/** The pseudo column of the truncated time in legacy time series. */
export const timestampLabel = '__timestamp';

export interface SelectedItem {
  readonly label: string;
  /** Its name inside the engine. */
  readonly alias: string;
  readonly expression: Expression;
  readonly role: 'column' | 'metric';
  /** Null where only the engine knows. */
  readonly type: ColumnType | null;
  /** The x-axis of a time series. */
  readonly isTimeAxis: boolean;
  readonly grain: string | null;
  /** How texts that the engine answers are read as times, where the dataset says so. */
  readonly textFormat?: string;
}

export interface Selection {
  readonly columns: readonly SelectedItem[];
  readonly metrics: readonly SelectedItem[];
  readonly isGrouped: boolean;
}

/** What the query selects. Throws `QueryError` for unknown metrics, double labels, or when nothing is selected. */
export function selectItems(context: PlanContext): Selection {
  const { query } = context;
  const metrics = (query.metrics ?? []).map((metric) => selectMetric(context, metric));
  const named = (query.columns ?? []).filter((column) => columnLabel(column) !== timestampLabel);
  const columns = [...timestampItem(context), ...named.map((column) => selectColumn(context, column))];
  if (metrics.length === 0 && columns.length === 0) throw new QueryError('Empty query?', 'columns');
  refuseDoubleLabels([...columns, ...metrics].map((item) => item.label));
  return { columns, metrics, isGrouped: query.metrics != null };
}

function refuseDoubleLabels(labels: readonly string[]): void {
  const doubles = [...new Set(labels.filter((label, index) => labels.indexOf(label) !== index))];
  if (doubles.length === 0) return;
  throw new QueryError(
    `Duplicate column/metric labels: ${doubles.map((label) => `"${label}"`).join(', ')}. Please make sure all columns and metrics have a unique label.`,
    'columns',
  );
}

function timestampItem(context: PlanContext): readonly SelectedItem[] {
  if (!context.query.is_timeseries) return [];
  const column = context.timeColumn;
  if (!column) {
    throw new QueryError(
      'Datetime column not provided as part table configuration and is required by this type of chart',
      'granularity',
    );
  }
  const grain = queryGrain(context);
  const expression = temporalExpression(context, column, grain);
  return [timeItem(context, { label: timestampLabel, expression, grain, isPlain: false })];
}

function queryGrain(context: PlanContext): string | null {
  const grain = context.query.extras?.time_grain_sqla;
  return grain ? currentGrainCode(grain) : null;
}

interface TimeItem {
  readonly label: string;
  readonly expression: Expression;
  readonly grain: string | null;
  readonly isPlain: boolean;
  readonly textFormat?: string;
}

function timeItem(context: PlanContext, item: TimeItem): SelectedItem {
  const alias = aliasFor(item.label, context.dialect, item.isPlain);
  return { ...item, alias, role: 'column', type: 'temporal', isTimeAxis: true };
}

function selectColumn(context: PlanContext, column: QueryColumn): SelectedItem {
  const label = columnLabel(column);
  if (label === '') throw new QueryError('A column has no label', 'columns');
  const known = referencedColumn(context.dataset, column);
  const grain = typeof column === 'string' ? null : baseAxisGrain(column);
  const isAxis = typeof column !== 'string' && column.columnType === 'BASE_AXIS';
  if (!known) return selectExpression(context, column, grain);
  if (typeof column !== 'string' && column.bins) return binItem(context, { label, column: known, bins: column.bins });
  const isGranularity = known === context.timeColumn && typeof column === 'string';
  if (known.isTemporal && (isAxis || isGranularity)) {
    const axisGrain = isGranularity ? queryGrain(context) : grain;
    const expression = temporalExpression(context, known, axisGrain);
    return timeItem(context, {
      label,
      expression,
      grain: axisGrain,
      isPlain: axisGrain === null && label === known.name,
      ...(axisGrain === null ? resultFormatOf(known) : {}),
    });
  }
  return {
    label,
    alias: aliasFor(label, context.dialect, known.expression === null && label === known.name),
    expression: valueExpression(context, known),
    role: 'column',
    type: known.pythonDateFormat ? null : known.type,
    isTimeAxis: false,
    grain: null,
    ...resultFormatOf(known),
  };
}

function resultFormatOf({ isTemporal, resultFormat }: DatasetColumn): Pick<SelectedItem, 'textFormat'> {
  return isTemporal && resultFormat ? { textFormat: resultFormat } : {};
}

interface Binned {
  readonly label: string;
  readonly column: DatasetColumn;
  readonly bins: NonNullable<AdhocColumn['bins']>;
}

function binItem(context: PlanContext, { label, column, bins }: Binned): SelectedItem {
  const expression: Expression = { kind: 'bin', of: columnExpression(context, column), ...bins };
  const alias = aliasFor(label, context.dialect, false);
  return { label, alias, expression, role: 'column', type: 'number', isTimeAxis: false, grain: null };
}

function baseAxisGrain(column: AdhocColumn): string | null {
  return column.columnType === 'BASE_AXIS' && column.timeGrain ? currentGrainCode(column.timeGrain) : null;
}

function selectExpression(context: PlanContext, column: QueryColumn, grain: string | null): SelectedItem {
  const label = columnLabel(column);
  const text = typeof column === 'string' ? column : column.sqlExpression;
  const isName = typeof column === 'string' || column.isColumnReference === true;
  // The engine's own words about a name that is gone would be about aliases and groups.
  const missing = () =>
    new QueryError(`Columns missing in dataset: ["${text}"]`, 'columns', 'COLUMN_DOES_NOT_EXIST_ERROR');
  if (isName && (typeof column !== 'string' || /^[\p{L}\p{N}_ .-]+$/u.test(text))) throw missing();
  const expression = adhocClause(context, text, 'columns');
  if (isName) throw missing();
  const type = context.expressionTypes.get(text) ?? null;
  if (grain !== null && (type === null || type === 'temporal')) {
    return timeItem(context, { label, expression: truncated(context, expression, { grain }), grain, isPlain: false });
  }
  const alias = aliasFor(label, context.dialect, false);
  return { label, alias, expression, role: 'column', type, isTimeAxis: false, grain: null };
}

/** A metric, saved or ad-hoc, as something to select. */
export function selectMetric(context: PlanContext, metric: QueryMetric): SelectedItem {
  const label = metricLabel(metric);
  if (label === '') throw new QueryError('A metric has no label', 'metrics');
  const expression = typeof metric === 'string' ? savedMetric(context, metric) : adhocMetric(context, metric);
  const alias = aliasFor(label, context.dialect, false);
  return { label, alias, expression, role: 'metric', type: null, isTimeAxis: false, grain: null };
}

function savedMetric(context: PlanContext, name: string): Expression {
  const metric = context.dataset.metrics.find((candidate) => candidate.name === name);
  if (!metric) throw new QueryError(`Metric '${name}' does not exist`, 'metrics');
  return ownersClause(context, metric.expression, 'metrics');
}

function adhocMetric(context: PlanContext, metric: AdhocMetric): Expression {
  if (metric.expressionType === 'SQL') return adhocClause(context, metric.sqlExpression ?? '', 'metrics');
  const name = metric.column?.column_name;
  const aggregate = aggregates.find((candidate) => candidate === metric.aggregate);
  if (!name || !aggregate) {
    throw new QueryError(`Metric '${metricLabel(metric)}' needs a column and an aggregate`, 'metrics');
  }
  const column = findColumn(context.dataset, name);
  const of: Expression = column ? columnExpression(context, column) : { kind: 'column', name };
  return aggregate === 'COUNT_DISTINCT'
    ? { kind: 'aggregate', name: 'COUNT', of, isDistinct: true }
    : { kind: 'aggregate', name: aggregate, of };
}
