import { isRecord, numberOf, toList } from '@powerset/chart-kit';
import type { TableColumn } from './table-columns.ts';
import type { DrawnColumn } from './table-options.ts';
import { estimateTextWidth } from './text-widths.ts';

/** What the reader did to the columns of a table. A comparison's columns stand and move with their metric. */
export interface TableLayout {
  /** Names of metrics and columns; those that are not named follow. */
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** What stays in sight at the left. */
  readonly pinned: readonly string[];
  /** What the form pins and the reader does not. */
  readonly freed?: readonly string[];
}

export const noLayout: TableLayout = { order: [], widths: {}, pinned: [] };

const narrowest = 40;
const widest = 2000;

/** A layout as it is kept; what cannot be one is left out. */
export function readLayout(stored: unknown): TableLayout {
  if (!isRecord(stored)) return noLayout;
  const names = (value: unknown) => toList(value).filter((name) => typeof name === 'string');
  const { widths } = stored;
  const sizes = isRecord(widths) ? Object.keys(widths).map((name) => [name, numberOf(widths, name)] as const) : [];
  return {
    order: names(stored.order),
    pinned: names(stored.pinned),
    ...(toList(stored.freed).length > 0 ? { freed: names(stored.freed) } : {}),
    widths: Object.fromEntries(sizes.flatMap(([name, size]) => (size === null ? [] : [[name, boundedWidth(size)]]))),
  };
}

export const boundedWidth = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)));

/** What a column moves with. */
export const groupOf = ({ name, metric }: Pick<TableColumn, 'name' | 'metric'>): string => metric ?? name;

export interface ArrangedColumns {
  readonly columns: readonly DrawnColumn[];
  /** So many of them, the first ones, stay in sight. */
  readonly pinnedCount: number;
}

/** Columns in the reader's order, pinned ones first. */
export function arrangeColumns(
  columns: readonly DrawnColumn[],
  { order, pinned, freed = [] }: TableLayout,
): ArrangedColumns {
  const isPinned = (drawn: DrawnColumn) => {
    const group = groupOf(drawn.column);
    return pinned.includes(group) || (drawn.pinned === 'left' && !freed.includes(group));
  };
  const sorted = inOrder(columns, order);
  const [held, free] = [sorted.filter(isPinned), sorted.filter((drawn) => !isPinned(drawn))];
  return { columns: [...held, ...free], pinnedCount: held.length };
}

/** Columns in the reader's order; those that he did not move follow. */
export function inOrder(columns: readonly DrawnColumn[], order: readonly string[]): readonly DrawnColumn[] {
  if (order.length === 0) return columns;
  const places = new Map(order.map((name, at) => [name, at]));
  const place = ({ column }: DrawnColumn) => places.get(groupOf(column)) ?? order.length;
  return [...columns].sort((a, b) => place(a) - place(b));
}

const sampleRows = 60;
const fontSize = 12;
/** Of a cell, and what a text may be longer than it is thought to be. */
const padding = 24;
const caretRoom = 30;
const most = 320;
/** A list of numbers is drawn, not written. */
const listChart = 96;

/** Widths that fit names and first rows, or what was chosen; room that is left goes to those that nobody chose. */
export function columnWidths(
  columns: readonly DrawnColumn[],
  given: { readonly layout: TableLayout; readonly available: number },
): readonly number[] {
  const { layout, available } = given;
  const chosen = columns.map(({ column, width }) => layout.widths[column.name] ?? width);
  const widths = columns.map((drawn, index) => chosen[index] ?? fittingWidth(drawn));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const free = widths.reduce((sum, width, index) => (chosen[index] === null ? sum + width : sum), 0);
  const spare = Math.max(0, available - total);
  if (spare === 0 || free === 0) return widths;
  return widths.map((width, index) => (chosen[index] === null ? Math.floor(width + (spare * width) / free) : width));
}

/** The width that fits a column's name and first values. */
export function fittingWidth({ column, format, chart }: DrawnColumn): number {
  let longest = estimateTextWidth(column.label, fontSize) + caretRoom;
  if (chart && column.type === 'string') return boundedWidth(Math.max(listChart, longest) + padding);
  const texts = [
    ...[...(column.extent ?? []), column.total].map((value) => format(value)),
    ...column.values.slice(0, sampleRows).map(format),
  ];
  for (const text of texts) longest = Math.max(longest, estimateTextWidth(text, fontSize));
  return boundedWidth(Math.min(most, Math.max(56, longest + padding)));
}

export interface VisibleColumns {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

const overscanPx = 200;

/** Which columns behind the pinned ones are in sight, and the width of the others. */
export function visibleColumns(
  widths: readonly number[],
  given: { readonly pinnedCount: number; readonly left: number; readonly width: number; readonly isWhole: boolean },
): VisibleColumns {
  const { pinnedCount, left, width, isWhole } = given;
  if (isWhole) return { first: pinnedCount, end: widths.length, before: 0, after: 0 };
  let [first, before] = [pinnedCount, 0];
  while (first < widths.length - 1 && before + (widths[first] ?? 0) <= left - overscanPx) {
    before += widths[first] ?? 0;
    first += 1;
  }
  let [end, reached] = [first, before];
  while (end < widths.length && reached <= left + width + overscanPx) {
    reached += widths[end] ?? 0;
    end += 1;
  }
  const after = widths.slice(end).reduce((sum, one) => sum + one, 0);
  return { first, end, before, after };
}
