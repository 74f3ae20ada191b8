import { findColumn, labelOfCell, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { noNumbers, textValues } from './no-numbers.ts';

/** What the rows say of one area of a map. */
export interface AreaValue {
  /** Of the area. */
  readonly code: string;
  readonly name: string;
  readonly value: number | null;
  readonly size: number | null;
  /** The values of the column that mean this area. */
  readonly keys: readonly CellValue[];
  /** The first of them as it is written, under which the area is selected. */
  readonly label: string;
}

export interface AreaModel {
  readonly areas: readonly AreaValue[];
  readonly column: string;
  readonly metric: string;
  readonly sizeMetric: string | null;
  readonly rowCount: number;
  /** Values of the column that mean no area of the map, as they are written. */
  readonly unknown: readonly string[];
  /** How many rows name an area that an earlier row has named, and cannot be added to it. */
  readonly doubles: number;
  /** Some of the metric's values are words. */
  readonly hasWords: boolean;
  readonly limitReached: number | null;
}

export interface AreaGiven {
  readonly table: ResultTable | undefined;
  readonly column: string;
  readonly metric: string;
  readonly sizeMetric: string | null;
  /** The area that a value of the column means. */
  readonly find: (value: CellValue) => { readonly code: string; readonly name: string } | undefined;
  /** Metrics that may be added up. */
  readonly summable: readonly string[];
  readonly limitReached: number | null;
}

/** Rows to areas. Rows that mean the same area are added up where their metrics allow it. */
export function toAreaModel(given: AreaGiven): AreaModel {
  const { table = { columns: [], rowCount: 0 }, column, metric, sizeMetric, find } = given;
  const places = findColumn(table, column);
  const values = valuesOf(table, metric).map(numberOfCell);
  const sizes = sizeMetric === null ? [] : valuesOf(table, sizeMetric).map(numberOfCell);
  const areas = new Map<string, AreaValue>();
  const unknown: string[] = [];
  let doubles = 0;
  (places?.values ?? []).forEach((key, row) => {
    const label = labelOfCell(key, places);
    const area = find(key);
    if (!area) {
      unknown.push(label);
      return;
    }
    const own = { ...area, value: values[row] ?? null, size: sizes[row] ?? null, keys: [key], label };
    const known = areas.get(area.code);
    const joined = known ? joinAreas(known, own, given) : own;
    if (joined) areas.set(area.code, joined);
    else doubles += 1;
  });
  const hasWords = valuesOf(table, metric).some((value) => typeof value === 'string' && numberOfCell(value) === null);
  const { rowCount } = table;
  const { limitReached } = given;
  return { areas: [...areas.values()], column, metric, sizeMetric, rowCount, unknown, doubles, hasWords, limitReached };
}

function joinAreas(known: AreaValue, own: AreaValue, { summable, metric, sizeMetric }: AreaGiven): AreaValue | null {
  const metrics = sizeMetric === null ? [metric] : [metric, sizeMetric];
  if (!metrics.every((one) => summable.includes(one))) return null;
  const add = (one: number | null, other: number | null) => (one === null ? other : one + (other ?? 0));
  return {
    ...known,
    value: add(known.value, own.value),
    size: add(known.size, own.size),
    keys: [...known.keys, ...own.keys],
  };
}

const namedUnknown = 3;

/** What of the rows the map does not show; `isAll` where it shows nothing of them. */
export function undrawnAreas(model: AreaModel): Undrawn | null {
  const { areas, unknown, doubles, rowCount, limitReached } = model;
  if (rowCount === 0) return null;
  const values = { count: unknown.length, all: rowCount, examples: unknown.slice(0, namedUnknown).join(', ') };
  if (areas.length === 0)
    return {
      isAll: true,
      title: { text: msg('None of the values is on this map') },
      text: {
        text: msg(
          '{{count}} of {{all}} rows mean no place of it: {{examples}}. Choose the column that holds its codes or names.',
        ),
        values,
      },
    };
  if (areas.every(({ value, size }) => value === null && size === null))
    return model.hasWords ? textValues : noNumbers(rowCount);
  const text = unknownText(unknown.length);
  if (unknown.length > 0) return { isAll: false, title: { text, values } };
  if (doubles > 0) {
    const repeated = msg(
      '{{count}} rows are not drawn: their place has a row already, and their values do not add up.',
    );
    return { isAll: false, title: { text: repeated, values: { count: doubles } } };
  }
  if (limitReached === null) return null;
  const missing = msg('The limit of {{limit}} rows was reached: places may be missing.');
  return { isAll: false, title: { text: missing, values: { limit: limitReached } } };
}

const unknownText = (count: number) =>
  count > namedUnknown
    ? msg('{{count}} of {{all}} rows mean no place of this map: {{examples}}, …')
    : msg('{{count}} of {{all}} rows mean no place of this map: {{examples}}');
