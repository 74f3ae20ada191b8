import { msg, type Undrawn } from '@powerset/chart-kit';
import { isSeriesModelEmpty, type SeriesModel } from '../shared/series-model.ts';
import { undrawnSeries } from '../shared/series-undrawn.ts';
import { baselineAt, withoutBase } from './changes.ts';
import type { CompareForm } from './form.ts';
import { plainOf } from './query.ts';

/** Series that cannot be measured from the baseline, and what charts of series leave out. */
export function undrawnOf(model: SeriesModel, form: CompareForm): Undrawn | null {
  // Values of zero and less have their place here: what is drawn is how they changed.
  const plain = { ...plainOf(form), logAxis: false, truncateYAxis: false };
  if (isSeriesModelEmpty(model)) return undrawnSeries(model, plain, 'line');
  const at = baselineAt(model.xs, form.baseline);
  const [undrawn, all] = [withoutBase(model, at), model.series.length];
  const remedy = { label: msg('Measure from the first point'), changes: { baseline: '' } };
  const own = form.baseline.trim() === '' ? {} : { remedy };
  if (undrawn === all)
    return {
      isAll: true,
      title: { text: msg('No series has a value at the baseline') },
      text: { text: msg('Change in percent needs a value other than zero to be measured from.') },
      ...own,
    };
  if (undrawn > 0) {
    const text = msg('{{undrawn}} of {{all}} series have no value, or zero, at the baseline and are not drawn.');
    return { isAll: false, title: { text, values: { undrawn, all } }, ...own };
  }
  return undrawnSeries(model, plain, 'line');
}
