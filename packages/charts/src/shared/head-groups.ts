import { msg } from '@powerset/chart-kit';
import type { TableColumn } from './table-columns.ts';
import { groupOf } from './table-layout.ts';
import type { DrawnColumn } from './table-options.ts';

export interface HeadGroup<Placed> {
  readonly name: string;
  /** Empty over columns that are no group. */
  readonly label: string;
  readonly first: Placed;
  readonly count: number;
}

/** Neighbours that are about one metric, under its name; none where no metric has more than one column. */
export function headGroups<Placed extends { readonly drawn: DrawnColumn }>(
  columns: readonly Placed[],
  all: readonly DrawnColumn[],
): readonly HeadGroup<Placed>[] {
  const metrics = new Set(all.flatMap(({ column }) => (column.metric ? [column.metric] : [])));
  if (metrics.size === 0) return [];
  const groups: HeadGroup<Placed>[] = [];
  for (const placed of columns) {
    const name = groupOf(placed.drawn.column);
    const last = groups.at(-1);
    if (last?.name === name) groups[groups.length - 1] = { ...last, count: last.count + 1 };
    else groups.push({ name, label: metrics.has(name) ? labelOfGroup(name, all) : '', first: placed, count: 1 });
  }
  return groups;
}

const labelOfGroup = (name: string, all: readonly DrawnColumn[]) =>
  all.find(({ column }) => column.name === name)?.column.label ?? name;

/** What columns of a comparison are called under the name of their metric. */
const shortNames: Readonly<Record<string, string>> = {
  metric: msg('Current'),
  earlier: msg('Previous'),
  difference: '△',
  change: '△ %',
};

/** A column's name, which under that of its metric need not say it again. */
export function nameUnder(
  groups: readonly HeadGroup<unknown>[],
  column: TableColumn,
  translate: (text: string) => string,
): string {
  const short = shortNames[column.kind];
  const isGrouped = groups.some(({ name, label }) => name === groupOf(column) && label !== '');
  return isGrouped && short ? translate(short) : column.label;
}
