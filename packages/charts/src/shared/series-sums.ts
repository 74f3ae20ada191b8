import type { SeriesForm } from './series-form.ts';
import type { Series, SeriesModel } from './series-model.ts';

type Facts = Pick<SeriesModel, 'limitReached' | 'summable'>;

/** Whether series together are all there is: no row was cut off, and no series was left out. */
export function isWhole({ limitReached }: Facts, form: SeriesForm): boolean {
  const leavesOut = (form.limit ?? 0) > 0 && !form.group_others_when_limit_reached;
  return limitReached === null && !leavesOut;
}

/** Whether the values of series can be added up: averages and distinct counts of parts have no sum. */
export function isAdditive({ summable }: Facts, series: readonly Pick<Series, 'metric' | 'offset'>[]): boolean {
  return summable === null || series.every(({ metric, offset }) => offset !== null || summable.includes(metric));
}

/** Whether the sum of what is drawn says something: all parts are there, and none is a share or a change already. */
export function addsUp(model: SeriesModel, form: SeriesForm): boolean {
  const isUnchanged =
    !['difference', 'percentage', 'ratio'].includes(form.comparison_type) && form.contributionMode === null;
  return isUnchanged && (model.summable === null || isWhole(model, form)) && isAdditive(model, model.series);
}
