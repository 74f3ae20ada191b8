import { type ModelContext, numberOfCell } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import { type Series, type SeriesModel, toSeriesModel } from '../shared/series-model.ts';
import type { CompareForm } from './form.ts';
import { plainOf } from './query.ts';

/** The series as they came; what they changed since the baseline is a matter of drawing. */
export function toModel(results: readonly ResultTable[], context: ModelContext<CompareForm>): SeriesModel {
  return toSeriesModel(results, { ...context, form: plainOf(context.form) });
}

/** The position that the change is measured from: the last one up to a moment, else the first. */
export function baselineAt(xs: readonly CellValue[], baseline: string): number {
  const wanted = Date.parse(baseline.trim());
  if (Number.isNaN(wanted)) return 0;
  return Math.max(
    0,
    xs.findLastIndex((x) => (numberOfCell(x) ?? Number.POSITIVE_INFINITY) <= wanted),
  );
}

/** What a series has at the baseline; null where nothing can be measured from it. */
const baseOf = ({ values }: Series, at: number): number | null => values[at] || null;

/** By how much of its value at the baseline each series changed, 0.1 for a tenth more; series without one are left out. */
export function changesSince(model: SeriesModel, at: number): SeriesModel {
  return {
    ...model,
    series: model.series.flatMap(({ forecast: _, ...series }) => {
      const base = baseOf(series, at);
      if (base === null) return [];
      return [
        { ...series, values: series.values.map((value) => (value === null ? null : (value - base) / Math.abs(base))) },
      ];
    }),
  };
}

/** How many series have no value, or zero, at the baseline. */
export function withoutBase(model: SeriesModel, at: number): number {
  return model.series.filter((series) => baseOf(series, at) === null).length;
}
