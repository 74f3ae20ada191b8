import { gathersAxis, msg, numberOfCell, type Undrawn } from '@powerset/chart-kit';
import { metricLabel } from '@powerset/contract';
import { emptyWindow } from './empty-window.ts';
import { noNumbers, textValues } from './no-numbers.ts';
import type { SeriesForm } from './series-form.ts';
import { isSeriesModelEmpty, type SeriesModel } from './series-model.ts';
import { isLogarithmic, type SeriesKind, type StackStyle, stackOf } from './series-plot.ts';
import { addsUp, isAdditive } from './series-sums.ts';

/** What a chart of series cannot draw of the rows that came: the first reason that there is. */
export function undrawnSeries(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  if (model.xs.length === 0) return emptyWindow(form, model.fetchedRows);
  if (isSeriesModelEmpty(model)) return withoutNumbers(model);
  const reason = unplacedPart(model, form, kind);
  return reason?.isAll
    ? reason
    : (beyondLimit(model, form) ??
        reason ??
        cutByBounds(model, form, kind) ??
        withMixedSigns(model, form, kind) ??
        withoutSum(model, form, kind) ??
        tooManySeries(model, form) ??
        asHairlines(model, form, kind) ??
        tooManyBars(model, form, kind) ??
        gathered(model) ??
        unsorted(model, form, kind));
}

function unplacedPart(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  return (
    withoutPosition(model, kind) ??
    belowLogarithm(model, form, kind) ??
    withoutShares(model, form, kind) ??
    outsideValues(model, form, kind) ??
    outsidePositions(model, form) ??
    amongTexts(model)
  );
}

const usualRows = 10_000;
const usualSeries = 5;

/** Rows that were cut off leave holes that look like facts; fewer series in more rows are whole. */
function beyondLimit({ limitReached, dimensions, axis }: SeriesModel, form: SeriesForm): Undrawn | null {
  if (limitReached === null) return null;
  // The first few of many categories are what was asked for.
  if (axis.kind === 'category' && dimensions.length === 0)
    return {
      isAll: false,
      title: { text: msg('The first {{limit}} are shown; there are more.'), values: { limit: limitReached } },
      ...gathering(form, limitReached),
    };
  const title = {
    text: msg('The limit of {{limit}} rows was reached: points and whole series may be missing.'),
    values: { limit: limitReached },
  };
  const rows = Math.max(usualRows, limitReached);
  const hasSeriesLimit = (form.limit ?? 0) > 0;
  if (dimensions.length > 0 && !hasSeriesLimit) {
    const changes = { limit: usualSeries, row_limit: rows };
    return { isAll: false, title, remedy: { label: msg('Limit the series'), changes } };
  }
  if (limitReached >= usualRows) return { isAll: false, title };
  return { isAll: false, title, remedy: { label: msg('Raise the row limit'), changes: { row_limit: rows } } };
}

/** The largest categories of an axis with all others as one, where there is room for both below the row limit. */
function gathering(form: SeriesForm, count: number): Pick<Undrawn, 'remedy'> {
  const [metric, ...others] = form.metrics;
  if (metric === undefined || others.length > 0 || count <= keptSeries || gathersAxis(form)) return {};
  const isMany = count > keptBars;
  const sort = form.x_axis_sort === null ? { x_axis_sort: metricLabel(metric), x_axis_sort_asc: false } : {};
  const changes = { limit: isMany ? keptBars : keptSeries, group_others_when_limit_reached: true, ...sort };
  const label = isMany ? msg('Show the top 20 and Others') : msg('Show the top 9 and Others');
  return { remedy: { label, changes } };
}

/** Shares of what is no whole are drawn as they were asked for, with words; a sum is not. */
function withoutSum(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const stack = stackOf(form, kind);
  const ownCount = model.series.filter(({ offset }) => offset === null).length;
  const hasShares = stack === 'Expand' || form.contributionMode === 'row';
  if (ownCount < 2 || (!hasShares && !showsTotals(form, stack))) return null;
  if (hasShares && !isAdditive(model, model.series)) {
    const changes = stack === 'Expand' ? { stack: 'Stack' } : { contributionMode: null };
    const text = msg('The values do not add up to a whole: shares are those of the drawn values.');
    return { isAll: false, title: { text }, remedy: { label: msg('Show values instead of shares'), changes } };
  }
  if (hasShares || addsUp(model, form)) return null;
  const text = isAdditive(model, model.series)
    ? msg('Not all series are shown: the stacks have no totals.')
    : msg('The values do not add up: the stacks have no totals.');
  return { isAll: false, title: { text }, remedy: { label: msg('Show each value'), changes: { only_total: false } } };
}

const showsTotals = (form: SeriesForm, stack: StackStyle) => stack === 'Stack' && form.show_value && form.only_total;

const valuesOf = (model: SeriesModel) =>
  model.series.flatMap((series) => series.values.filter((value): value is number => value !== null));

function withoutNumbers(model: SeriesModel): Undrawn {
  return model.texts > 0 ? textValues : noNumbers(model.xs.length);
}

function amongTexts(model: SeriesModel): Undrawn | null {
  if (model.texts === 0) return null;
  const values = { undrawn: model.texts, all: model.texts + valuesOf(model).length };
  return { isAll: false, title: { text: msg('{{undrawn}} of {{all}} values are text and are not drawn.'), values } };
}

/** Bars stand on categories, of which a missing position is one; lines have no place for it. */
function withoutPosition(model: SeriesModel, kind: SeriesKind): Undrawn | null {
  const missing = kind === 'bar' || model.axis.kind === 'category' ? 0 : model.xs.filter(isMissing).length;
  if (missing === 0) return null;
  const values = { undrawn: missing, all: model.xs.length, column: model.axis.label };
  return missing < model.xs.length
    ? {
        isAll: false,
        title: { text: msg('{{undrawn}} of {{all}} positions have no {{column}} and are not drawn.'), values },
      }
    : {
        isAll: true,
        title: { text: msg('The rows have no place on the x-axis') },
        text: { text: msg('{{column}} is empty (NULL) in all of them.'), values },
      };
}

const isMissing = (x: SeriesModel['xs'][number]) => numberOfCell(x) === null;

/** In a stack, zero takes no room and misses nothing. */
function belowLogarithm(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  if (!isLogarithmic(form, kind)) return null;
  const values = valuesOf(model);
  const isUndrawn = stackOf(form, kind) === null ? (value: number) => value <= 0 : (value: number) => value < 0;
  const undrawn = values.filter(isUndrawn).length;
  const remedy = { label: msg('Use a linear axis'), changes: { logAxis: false } };
  if (values.every((value) => value <= 0))
    return {
      isAll: true,
      title: { text: msg('A logarithmic axis cannot show values of zero or less') },
      text: { text: msg('All {{all}} values are zero or less.'), values: { all: values.length } },
      remedy,
    };
  if (undrawn === 0) return null;
  return {
    isAll: false,
    title: {
      text: msg('{{undrawn}} of {{all}} values are not drawn: zero or less on a logarithmic axis.'),
      values: { undrawn, all: values.length },
    },
    remedy,
  };
}

function withoutShares(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  if (stackOf(form, kind) !== 'Expand' || valuesOf(model).some((value) => value !== 0)) return null;
  return {
    isAll: true,
    title: { text: msg('Zero has no parts') },
    text: { text: msg('All values are zero, so none of them is a share of a whole.') },
    remedy: { label: msg('Show values instead of shares'), changes: { stack: 'Stack' } },
  };
}

/** Stacks reach further than their values, and bars and areas stand on zero: both are looked at as a whole. */
function outsideValues(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const [low, high] = form.y_axis_bounds;
  if (!form.truncateYAxis || stackOf(form, kind) !== null) return null;
  const values = valuesOf(model);
  const ground = kind === 'line' ? [] : [0];
  const isBelow = low !== null && [...values, ...ground].every((value) => value < low);
  const isAbove = high !== null && [...values, ...ground].every((value) => value > high);
  if (!isBelow && !isAbove) return null;
  return {
    isAll: true,
    title: { text: msg('All values lie outside the bounds of the y-axis') },
    remedy: { label: msg('Show all values'), changes: { y_axis_bounds: [null, null] } },
  };
}

/** A bar that does not begin at zero, or ends before its value, has a length that says nothing. */
function cutByBounds(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const [low, high] = form.y_axis_bounds;
  if (!form.truncateYAxis || kind === 'line' || stackOf(form, kind) !== null || form.logAxis) return null;
  const values = valuesOf(model);
  const beyond = values.filter((value) => (low !== null && value < low) || (high !== null && value > high)).length;
  const isOffZero = (low !== null && low > 0) || (high !== null && high < 0);
  if (beyond === 0 && !isOffZero) return null;
  const title = isOffZero
    ? { text: msg('The axis does not begin at zero: lengths do not compare.') }
    : {
        text: msg('{{beyond}} of {{all}} values reach beyond the bounds of the y-axis and are cut.'),
        values: { beyond, all: values.length },
      };
  const changes = { truncateYAxis: false, y_axis_bounds: [null, null] };
  return { isAll: false, title, remedy: { label: msg('Show them whole'), changes } };
}

/** Above and below zero, what is stacked takes away from each other: no height and no share is the sum. */
function withMixedSigns(model: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const stack = stackOf(form, kind);
  const own = model.series.filter(({ offset }) => offset === null);
  const isWhole = stack !== null || form.contributionMode !== null;
  if (!isWhole || own.length < 2) return null;
  const hasSign = (isOf: (value: number) => boolean) =>
    own.some(({ values }) => values.some((value) => value !== null && isOf(value)));
  if (!hasSign((value) => value > 0) || !hasSign((value) => value < 0)) return null;
  const isShare = stack === 'Expand' || form.contributionMode !== null;
  const text = isShare
    ? msg('Values above and below zero are mixed: they are no shares of a whole.')
    : msg('Values above and below zero are mixed: no height of a stack is its sum.');
  const changes = { stack: null, contributionMode: null };
  return { isAll: false, title: { text }, remedy: { label: msg('Put them side by side'), changes } };
}

/** Dots that would hide each other. */
function gathered({ gatheredFrom: all, xs }: SeriesModel): Undrawn | null {
  if (all === null) return null;
  const text = msg('{{drawn}} of {{all}} dots are drawn: fewer where many lie on each other.');
  return { isAll: false, title: { text, values: { drawn: xs.length, all } } };
}

/** So many bars are read one by one; of more, only their order says which is large. */
const readBars = 20;

function unsorted({ axis, xs, series, dimensions }: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const [only, ...others] = series;
  const isOne = only !== undefined && others.length === 0 && dimensions.length === 0;
  if (kind !== 'bar' || axis.kind !== 'category' || !isOne || xs.length <= readBars || form.x_axis_sort !== null)
    return null;
  const { values } = only;
  if (values.every((value, at) => at === 0 || (value ?? 0) <= (values[at - 1] ?? 0))) return null;
  return {
    isAll: false,
    title: { text: msg('{{count}} bars stand in the order of their names.'), values: { count: xs.length } },
    remedy: { label: msg('Sort by value'), changes: { x_axis_sort: only.metric, x_axis_sort_asc: false } },
  };
}

const keptBars = 20;
/** So many names are read in a row. */
const mostCategories = 60;

function tooManyBars({ axis, xs, dimensions }: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  if (kind !== 'bar' || axis.kind !== 'category' || dimensions.length > 0 || xs.length <= mostCategories) return null;
  const title = { text: msg('{{count}} bars are more than can be read.'), values: { count: xs.length } };
  return { isAll: false, title, ...gathering(form, xs.length) };
}

/** More bars than that are thinner than a pencil's line. */
const mostBars = 240;
const coarserGrains: Readonly<Record<string, string>> = {
  PT1S: 'PT1M',
  PT1M: 'PT1H',
  PT1H: 'P1D',
  PT6H: 'P1D',
  P1D: 'P1W',
  P7D: 'P1M',
  P1W: 'P1M',
  P1M: 'P3M',
  P3M: 'P1Y',
};

function asHairlines({ series, xs, axis }: SeriesModel, form: SeriesForm, kind: SeriesKind): Undrawn | null {
  const lanes = stackOf(form, kind) === null ? series.length : 1;
  const count = xs.length * lanes;
  if (kind !== 'bar' || axis.kind !== 'temporal' || count <= mostBars || form.zoomable) return null;
  const title = { text: msg('{{count}} bars are as thin as hairs.'), values: { count } };
  if (xs.length <= mostBars / 2)
    return { isAll: false, title, remedy: { label: msg('Stack them'), changes: { stack: 'Stack' } } };
  const grain = coarserGrains[axis.grain ?? ''];
  if (!grain) return { isAll: false, title };
  return {
    isAll: false,
    title,
    remedy: { label: msg('Use a coarser time grain'), changes: { time_grain_sqla: grain } },
  };
}

/** So many colours are told apart. */
const mostSeries = 20;
const keptSeries = 9;

function tooManySeries({ series, dimensions }: SeriesModel, form: SeriesForm): Undrawn | null {
  const count = series.filter(({ offset }) => offset === null).length;
  if (count <= mostSeries || dimensions.length === 0) return null;
  const title = { text: msg('{{count}} series are more than colours can tell apart.'), values: { count } };
  if ((form.limit ?? 0) > 0 && (form.limit ?? 0) <= keptSeries) return { isAll: false, title };
  const changes = { limit: keptSeries, group_others_when_limit_reached: true };
  return { isAll: false, title, remedy: { label: msg('Show the top 9 and Others'), changes } };
}

function outsidePositions(model: SeriesModel, form: SeriesForm): Undrawn | null {
  const [low, high] = form.xAxisBounds;
  const isTruncated = form.truncateXAxis;
  if (model.axis.kind !== 'number' || !isTruncated) return null;
  const positions = model.xs.map(numberOfCell).filter((x): x is number => x !== null);
  const isBelow = low !== null && positions.every((x) => x < low);
  const isAbove = high !== null && positions.every((x) => x > high);
  if (!isBelow && !isAbove) return null;
  return {
    isAll: true,
    title: { text: msg('All points lie outside the bounds of the x-axis') },
    remedy: { label: msg('Show all points'), changes: { xAxisBounds: [null, null] } },
  };
}
