import { labelOfCell, type ModelContext, numberOfCell, toAnnotationMarks } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import type { PlainForm } from '../shared/plain-series-form.ts';
import { type AxisKind, type Series, type SeriesModel, toSeriesModel } from '../shared/series-model.ts';
import { withinBounds } from '../shared/series-plot.ts';
import { fillTimeSteps, partAtLeaps } from '../shared/time-steps.ts';
import type { MixedForm } from './form.ts';
import { partsOf } from './parts.ts';

/** Two models over the same positions, and all of it as one. */
export interface Mixed extends SeriesModel {
  readonly queries: readonly [SeriesModel, SeriesModel];
  /** What each of the answers came to before it was joined with the other. */
  readonly answers: readonly [SeriesModel, SeriesModel];
  /** The two answers have values at different positions, between which no step is missing. */
  readonly isUneven: boolean;
}

/** Whether a query is drawn as bars, which stand on categories. */
export const drawsBars = (form: PlainForm): boolean => form.seriesType === 'bar';

/** Two results to one model: joined by their positions, each series with a place at all of them. */
export function toModel(results: readonly ResultTable[], context: ModelContext<MixedForm>): Mixed {
  const forms = partsOf(context.form);
  const answerOf = (at: 0 | 1): SeriesModel => {
    const facts = context.answers?.[at];
    const own = { ...context, form: forms[at], answers: facts ? [facts] : [] };
    return toSeriesModel(results[at] ? [results[at]] : [], own);
  };
  const answers = [answerOf(0), answerOf(1)] as const;
  const kind = kindOf(answers);
  const xs = joinPositions(answers, kind);
  const isUneven =
    answers.some((answer) => answer.xs.length > 0 && answer.xs.length < xs.length) && !isOnGrid(answers, forms);
  const first = answers[0].xs.length > 0 ? answers[0] : answers[1];
  const joined: SeriesModel = {
    ...first,
    axis: { ...first.axis, kind },
    xs,
    series: answers.flatMap((answer) =>
      answer.series.map((series) => withDimensions(placed(series, answer, xs), answer)),
    ),
  };
  const filled = filledSteps(joined, forms);
  const numbers = filled.xs.map(numberOfCell).filter((x): x is number => x !== null);
  const marks = toAnnotationMarks(forms[0], context.annotations ?? {}, kind === 'category' ? [] : numbers);
  const count = answers[0].series.length;
  const part = (at: 0 | 1, series: readonly Series[]): SeriesModel => ({
    ...filled,
    series,
    dimensions: answers[at].dimensions,
    marks: at === 0 ? marks : [],
    limitReached: answers[at].limitReached,
    summable: answers[at].summable,
  });
  return {
    ...filled,
    marks,
    queries: [part(0, filled.series.slice(0, count)), part(1, filled.series.slice(count))],
    answers,
    isUneven,
  };
}

/** Names where one of the two has names. */
function kindOf(answers: readonly SeriesModel[]): AxisKind {
  const kinds = new Set(answers.filter(({ xs }) => xs.length > 0).map(({ axis }) => axis.kind));
  const [only] = kinds;
  return kinds.size === 1 && only ? only : 'category';
}

/** All positions of both, in their order; a line has no place for a point without one. */
function joinPositions(answers: readonly SeriesModel[], kind: AxisKind): readonly CellValue[] {
  const all = [...new Set(answers.flatMap(({ xs }) => xs))];
  if (kind !== 'category')
    return all.filter((x) => numberOfCell(x) !== null).sort((a, b) => numberOfCell(a)! - numberOfCell(b)!);
  const [first, second] = answers;
  const known = new Set(first?.xs);
  const isWithin = known.size === 0 || (second?.xs.every((x) => known.has(x)) ?? true);
  return isWithin ? all : all.sort((a, b) => labelOfCell(a).localeCompare(labelOfCell(b), 'en', { numeric: true }));
}

/** Steps of a grain that one of the two has and the other lacks are missing there. */
function isOnGrid([{ axis }]: readonly [SeriesModel, SeriesModel], forms: readonly PlainForm[]): boolean {
  const isResampled = forms.some((form) => form.resample_rule !== null && form.resample_method !== null);
  return axis.kind === 'category' || (axis.kind === 'temporal' && axis.unit !== undefined && !isResampled);
}

function placed(series: Series, { xs: own }: SeriesModel, xs: readonly CellValue[]): Series {
  const positions = new Map(own.map((x, at) => [x, at]));
  const at = xs.map((x) => positions.get(x));
  return { ...series, values: at.map((index) => (index === undefined ? null : (series.values[index] ?? null))) };
}

const withDimensions = (series: Series, { dimensions }: SeriesModel): Series => ({ ...series, dimensions });

/** Both have the same places, also where neither has a row. */
function filledSteps(joined: SeriesModel, forms: readonly [PlainForm, PlainForm]): SeriesModel {
  const hasBars = forms.some(drawsBars);
  const bounded = hasBars ? withinBounds(joined, forms[0], 'bar') : joined;
  if (bounded.axis.kind !== 'temporal') return bounded;
  if (hasBars) return fillTimeSteps(bounded);
  if (forms[0].missing_periods === 'connect' || forms.every(({ seriesType }) => seriesType === 'scatter'))
    return bounded;
  const filled = partAtLeaps(fillTimeSteps(bounded));
  return forms[0].missing_periods === 'zero' ? withZeros(filled) : filled;
}

/** Only between the first and the last value of a series: before and after there was nothing to count. */
function withZeros(model: SeriesModel): SeriesModel {
  const fill = (values: Series['values']) => {
    const [first, last] = [
      values.findIndex((value) => value !== null),
      values.findLastIndex((value) => value !== null),
    ];
    return values.map((value, at) => (value === null && at > first && at < last ? 0 : value));
  };
  return { ...model, series: model.series.map((series) => ({ ...series, values: fill(series.values) })) };
}
