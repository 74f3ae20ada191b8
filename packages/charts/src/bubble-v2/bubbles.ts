import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type QueryMetric, type ResultTable } from '@powerset/contract';
import { nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import type { BubbleForm } from './form.ts';

export interface Bubble {
  readonly name: string;
  readonly key: CellValue;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export interface BubbleGroup {
  readonly name: string;
  readonly key: CellValue;
  /** The largest first, so that none hides a smaller one. */
  readonly bubbles: readonly Bubble[];
}

export interface Bubbles {
  readonly groups: readonly BubbleGroup[];
  readonly entity: string;
  /** The entity is a column of the dataset, and no SQL of the chart's own. */
  readonly brushed: boolean;
  /** Null where all bubbles are of one kind. */
  readonly series: string | null;
  readonly x: string;
  readonly y: string;
  readonly size: string | null;
  readonly largest: number;
  readonly count: number;
  /** Rows without one of the three values, with a size below zero, and with a value that a logarithmic axis has not. */
  readonly blanks: number;
  readonly negatives: number;
  readonly offLog: number;
  /** Bubbles of series beyond those that are drawn. */
  readonly beyond: number;
  readonly limitReached: number | null;
}

/** Of more series no colour is told apart. */
const mostGroups = 60;

const labelOf = (metric: QueryMetric | null) => (metric === null ? '' : metricLabel(metric));

/** One row per bubble to groups of one colour. */
export function toModel(results: readonly ResultTable[], context: ModelContext<BubbleForm>): Bubbles {
  const { form, locale } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const [x, y, size] = [form.x, form.y, form.size].map(labelOf) as [string, string, string];
  const entity = form.entity === null ? '' : columnLabel(form.entity);
  const series = form.series === null ? null : columnLabel(form.series);
  const valuesAt = (label: string) => valuesOf(table, label).map(numberOfCell);
  const sizes = form.size === null ? null : valuesAt(size);
  const [xs, ys] = [valuesAt(x), valuesAt(y)];
  const [entities, kinds] = [findColumn(table, entity), series === null ? undefined : findColumn(table, series)];
  const groups = new Map<CellValue, Bubble[]>();
  const left = { blanks: 0, negatives: 0, offLog: 0 };
  for (let row = 0; row < table.rowCount; row += 1) {
    const [atX, atY, own] = [xs[row] ?? null, ys[row] ?? null, sizes === null ? 1 : (sizes[row] ?? null)];
    const reason = reasonToLeave({ x: atX, y: atY, size: own }, form);
    if (reason) left[reason] += 1;
    if (reason || atX === null || atY === null || own === null) continue;
    const key = entities?.values[row] ?? null;
    const kind = kinds?.values[row] ?? null;
    const bubbles = groups.get(kind) ?? [];
    bubbles.push({ key, name: nameOfCell(key, entities, { locale }), x: atX, y: atY, size: own });
    groups.set(kind, bubbles);
  }
  const kept = [...groups].sort(([, one], [, other]) => other.length - one.length).slice(0, mostGroups);
  const order = [...groups.keys()];
  const all = kept
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([key, bubbles]) => ({
      key,
      name: series === null ? entity : nameOfCell(key, kinds, { locale }),
      bubbles: bubbles.sort((one, other) => other.size - one.size),
    }));
  const count = all.reduce((sum, { bubbles }) => sum + bubbles.length, 0);
  return {
    groups: all,
    brushed: typeof form.entity === 'string',
    ...{ entity, series, x, y, size: form.size === null ? null : size, ...left },
    largest: all.reduce((most, { bubbles }) => Math.max(most, bubbles[0]?.size ?? 0), 0),
    count,
    beyond: table.rowCount - count - left.blanks - left.negatives - left.offLog,
    limitReached: limitReachedOf(context),
  };
}

interface Measured {
  readonly x: number | null;
  readonly y: number | null;
  readonly size: number | null;
}

function reasonToLeave({ x, y, size }: Measured, form: BubbleForm): 'blanks' | 'negatives' | 'offLog' | null {
  if (x === null || y === null || size === null) return 'blanks';
  if (size < 0) return 'negatives';
  return (form.logXAxis && x <= 0) || (form.logYAxis && y <= 0) ? 'offLog' : null;
}

export function undrawnOf(model: Bubbles): Undrawn | null {
  const { count, beyond, blanks, negatives, offLog } = model;
  const all = count + beyond + blanks + negatives + offLog;
  if (all === 0) return null;
  if (count === 0) return nothingDrawn(model, all);
  if (offLog > 0)
    return some(
      msg('{{undrawn}} of {{all}} bubbles are not drawn: a logarithmic axis has no room for zero and less.'),
      offLog,
      all,
    );
  if (negatives > 0)
    return some(msg('{{undrawn}} of {{all}} bubbles are not drawn: their size is below zero.'), negatives, all);
  if (blanks > 0) return some(msg('{{undrawn}} of {{all}} bubbles are not drawn: a value is empty.'), blanks, all);
  if (beyond > 0)
    return {
      isAll: false,
      title: {
        text: msg(
          '{{count}} of {{all}} bubbles are drawn: those of the {{most}} largest series. Filters choose others.',
        ),
        values: { count, all, most: mostGroups },
      },
    };
  return missingRows(
    model.limitReached,
    msg('The limit of {{limit}} rows was reached: there may be more bubbles than are drawn.'),
  );
}

const some = (text: string, undrawn: number, all: number): Undrawn => ({
  isAll: false,
  title: { text, values: { undrawn, all } },
});

function nothingDrawn({ offLog, negatives }: Bubbles, all: number): Undrawn {
  if (offLog > 0)
    return {
      isAll: true,
      title: { text: msg('A logarithmic axis cannot show values of zero or less') },
      remedy: { label: msg('Use linear axes'), changes: { logXAxis: false, logYAxis: false } },
    };
  if (negatives > 0)
    return {
      isAll: true,
      title: { text: msg('No bubble has a size of zero or more') },
      text: { text: msg('Bubble size takes a metric that counts or measures; below zero there is no area.') },
    };
  return {
    isAll: true,
    lacksNumbers: true,
    title: { text: msg('The rows have no values') },
    text: {
      text: msg('None of {{rows}} rows has all three values. Choose other metrics or other filters.'),
      values: { rows: all },
    },
  };
}
