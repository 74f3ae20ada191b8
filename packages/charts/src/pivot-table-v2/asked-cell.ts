import type { CrossFilterSelection } from '@powerset/chart-kit';
import { type MarkFilter, timeFilter, valueFilter } from '../shared/mark-facts.ts';
import type { PivotForm } from './form.ts';
import { selectionLabelOf } from './lines.ts';
import type { PivotAxis, PivotNode } from './model.ts';
import type { PivotLines, PivotProps } from './pivot-props.ts';

/** A key with those above it is a filter; metrics are none. */
export function selectionOf(
  axis: PivotAxis,
  nodes: readonly PivotNode[],
  { selectedLabels, form }: Pick<PivotProps, 'selectedLabels' | 'form'>,
): CrossFilterSelection | null {
  const filters = filtersOf(axis, nodes, form);
  const label = selectionLabelOf(nodes);
  if (filters.length === 0 || selectedLabels.includes(label)) return null;
  return { selectedLabels: [label], filters: filters.map(({ column, op, values }) => ({ column, op, values })) };
}

function filtersOf(axis: PivotAxis, nodes: readonly PivotNode[], form: PivotForm): readonly MarkFilter[] {
  const isTemporal = (name: string) => form.temporal_columns_lookup[name] === true;
  return nodes.flatMap(({ isMetric, value, label }, index) => {
    const column = axis.levels[index]?.name ?? '';
    if (isMetric) return [];
    return typeof value === 'number' && isTemporal(column)
      ? timeFilter(column, value, { grain: form.time_grain_sqla, label })
      : valueFilter(column, value, label);
  });
}

/** What stands at a cell: the keys of its row and of its column; of a key's own cell those down to it. */
export function askedAt(target: Element, props: PivotProps & PivotLines) {
  const { model, options, form, rows, columns } = props;
  const cell = target.closest<HTMLTableCellElement>('td, th');
  const row = rows[Number(cell?.closest('tr')?.dataset.row ?? Number.NaN)];
  const column = columns[Number(cell?.dataset.column ?? Number.NaN)];
  if (!cell || (!row && !column)) return null;
  const isKey = cell.tagName === 'TH';
  const down = row ? row.nodes.slice(0, isKey ? cell.cellIndex + 1 : undefined) : [];
  const across = isKey && row ? [] : (column?.nodes.slice(0, Number(cell.dataset.level ?? 99) + 1) ?? []);
  const filters = [...filtersOf(model.rows, down, form), ...filtersOf(model.columns, across, form)];
  const isFigure = !isKey && row && column;
  const value = isFigure
    ? options.format(model.figureAt(row.path, column.path), model.metricAt(row.path, column.path))
    : [...down, ...across].at(-1)?.label;
  const given = { selectedLabels: [], form };
  return {
    selection: selectionOf(model.rows, down, given) ?? selectionOf(model.columns, across, given),
    mark: { label: [...down, ...across].map(({ label }) => label).join(', '), filters, value: value ?? null },
  };
}
