import { columnLabel, metricLabel, type QueryColumn, type QueryMetric } from '@powerset/contract';
import type { Expression, OrderItem } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { columnExpression, findColumn, type PlanContext } from './plan-context.ts';
import { type SelectedItem, type Selection, selectMetric } from './selection.ts';

/** The order of the rows: as asked, else the main metric of a grouped query, largest first. */
export function planOrder(context: PlanContext, selection: Selection): readonly OrderItem[] {
  const asked = context.query.orderby ?? [];
  if (asked.length > 0) {
    return asked.map(([target, isAscending]) => ({
      expression: orderExpression(context, selection, target),
      isDescending: !isAscending,
    }));
  }
  const main = selection.metrics[0];
  if (!main || !selection.isGrouped || selection.columns.length === 0) return [];
  return [{ expression: byAlias(main), isDescending: context.query.order_desc !== false }];
}

function byAlias(item: SelectedItem): Expression {
  return { kind: 'column', name: item.alias };
}

function orderExpression(context: PlanContext, selection: Selection, target: QueryMetric | QueryColumn): Expression {
  const label = labelOf(target);
  const selected = [...selection.columns, ...selection.metrics].find((item) => item.label === label);
  if (selected) return byAlias(selected);
  if (typeof target !== 'string') return selectMetric(context, toMetric(target)).expression;
  if (context.dataset.metrics.some((metric) => metric.name === target)) return selectMetric(context, target).expression;
  const column = findColumn(context.dataset, target);
  if (!column) throw new QueryError(`Unknown column used in orderby: ${target}`, 'orderby');
  return columnExpression(context, column);
}

function isMetric(target: QueryMetric | QueryColumn): target is QueryMetric {
  return (
    typeof target === 'string' || 'aggregate' in target || 'column' in target || target.expressionType === 'SIMPLE'
  );
}

function labelOf(target: QueryMetric | QueryColumn): string {
  return isMetric(target) ? metricLabel(target) : columnLabel(target);
}

// Both kinds of ad-hoc SQL are one expression here.
function toMetric(target: Exclude<QueryMetric | QueryColumn, string>): QueryMetric {
  if (isMetric(target)) return target;
  return { expressionType: 'SQL', sqlExpression: target.sqlExpression, label: target.label };
}
