import { type ChartForm, isOn, numberOf, textOf } from '@powerset/chart-kit';
import type { Series, SeriesModel } from './series-model.ts';

type Facts = Pick<SeriesModel, 'limitReached' | 'summable'>;

/** Whether series together are all there is: no row was cut off, and no series was left out. */
export function isWhole({ limitReached }: Facts, form: ChartForm): boolean {
  const leavesOut = (numberOf(form, 'limit') ?? 0) > 0 && !isOn(form, 'group_others_when_limit_reached');
  return limitReached === null && !leavesOut;
}

/** Whether the values of series can be added up: averages and distinct counts of parts have no sum. */
export function isAdditive({ summable }: Facts, series: readonly Pick<Series, 'metric' | 'offset'>[]): boolean {
  return summable === null || series.every(({ metric, offset }) => offset !== null || summable.includes(metric));
}

/** Whether the sum of what is drawn says something: all parts are there, and none is a share or a change already. */
export function addsUp(model: SeriesModel, form: ChartForm): boolean {
  const isUnchanged =
    !['difference', 'percentage', 'ratio'].includes(textOf(form, 'comparison_type')) &&
    textOf(form, 'contributionMode') === '';
  return isUnchanged && (model.summable === null || isWhole(model, form)) && isAdditive(model, model.series);
}
