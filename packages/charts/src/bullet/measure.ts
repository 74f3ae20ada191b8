import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { roundScale } from '../shared/round-scale.ts';
import type { BulletForm } from './form.ts';

export interface Range {
  readonly from: number;
  readonly to: number;
  readonly label: string;
}

export interface Marker {
  readonly value: number;
  readonly label: string;
  readonly isLine: boolean;
}

/** One value on its scale, with what it is measured against. */
export interface Measure {
  readonly name: string;
  readonly metric: string;
  readonly value: number | null;
  readonly low: number;
  readonly high: number;
  /** From the lowest to the highest. */
  readonly ranges: readonly Range[];
  readonly markers: readonly Marker[];
  readonly rowCount: number;
}

/** More of them would cover each other. */
const mostOfEach = 20;

export function toModel(results: readonly ResultTable[], { form, verboseNames }: ModelContext<BulletForm>): Measure {
  const metric = form.metric ? metricLabel(form.metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const value = numberOfCell((findColumn(table, metric) ?? table.columns[0])?.values[0]);
  const bounds = labelled(form.ranges, form.range_labels).sort((a, b) => a.value - b.value);
  const markers = [
    ...labelled(form.markers, form.marker_labels).map((one) => ({ ...one, isLine: false })),
    ...labelled(form.marker_lines, form.marker_line_labels).map((one) => ({ ...one, isLine: true })),
  ];
  const measured = [...(value === null ? [] : [value]), ...markers.map((marker) => marker.value)];
  const { low, high } = scaleOf(measured, bounds);
  return {
    name: verboseNames[metric] ?? metric,
    metric,
    value,
    low,
    high,
    ranges: bounds.map(({ value: to, label }, at) => ({ from: bounds[at - 1]?.value ?? Math.min(low, to), to, label })),
    markers,
    rowCount: table.rowCount,
  };
}

function labelled(numbers: string, labels: string): { readonly value: number; readonly label: string }[] {
  const names = labels.split(',').map((label) => label.trim());
  return numbers
    .split(',')
    .flatMap((part, at) =>
      part.trim() !== '' && Number.isFinite(Number(part)) ? [{ value: Number(part), label: names[at] ?? '' }] : [],
    )
    .slice(0, mostOfEach);
}

/** From zero to the end of the ranges, or further where a value lies beyond. */
function scaleOf(measured: readonly number[], bounds: readonly { readonly value: number }[]) {
  const most = bounds.at(-1)?.value ?? 0;
  const least = bounds[0]?.value ?? 0;
  return roundScale([...measured, most, least], {
    min: least < 0 && measured.every((value) => value >= least) ? least : null,
    max: most > 0 && measured.every((value) => value <= most) ? most : null,
  });
}

export function undrawnOf({ value, rowCount }: Measure): Undrawn | null {
  if (value !== null || rowCount === 0) return null;
  return {
    isAll: true,
    lacksNumbers: true,
    title: { text: msg('No results were returned for this query') },
    text: {
      text: msg(
        'No row passes the filters, or all of their values are empty (NULL). Choose other filters or another metric.',
      ),
    },
  };
}
