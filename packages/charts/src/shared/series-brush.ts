import { type CrossFilterSelection, labelOfCell, numberFormatter, numberOfCell } from '@powerset/chart-kit';
import { type BrushChoices, filtersOfSlices, maxCuts } from './brush-choices.ts';
import type { BrushedSpan } from './mark-event.ts';
import { type MarkFacts, timeFilter } from './mark-facts.ts';
import type { SeriesModel } from './series-model.ts';
import type { Plot } from './series-plot.ts';

/** A stretch of an axis as a filter, and what it says of its rows. */
export interface BrushedRange {
  readonly selection: CrossFilterSelection;
  /** Null where it is no time: of numbers there is no more to say. */
  readonly mark: MarkFacts | null;
  /** The slices that lie in it. */
  readonly chosen: { readonly from: number; readonly to: number };
}

type Drawn = Pick<Plot, 'xs' | 'labels' | 'axisType'>;

interface Place {
  readonly at: number;
  readonly index: number;
  /** Where it begins and ends: times as texts. */
  readonly start: string | number;
  readonly end: string | number;
  readonly label: string;
}

/** An axis of times or numbers of which stretches are chosen. */
export interface BrushedAxis {
  /** All that can be chosen; null where it holds more marks than are told apart while somebody drags. */
  readonly choices: BrushChoices | null;
  /** The marks over which somebody dragged, from the beginning of the first to the end of the last; null where none lies there. */
  readonly rangeOf: (span: BrushedSpan) => BrushedRange | null;
}

export function brushedAxis(model: SeriesModel, plot: Drawn): BrushedAxis {
  const { axis } = model;
  const places = placesOf(model, plot);
  const choices = choicesOf(model, places);
  const { cuts } = choices.brush;
  const cutOf = (place: Place, end: 'start' | 'end') =>
    cuts.findIndex(
      ({ op, value }) => value === place[end] && (axis.kind === 'temporal' || (op === '>=') === (end === 'start')),
    );
  const rangeOf = (span: BrushedSpan): BrushedRange | null => {
    const isByValue = span.kind === 'values' && plot.axisType !== 'category';
    const within = places.filter(({ at, index }) => {
      const place = isByValue ? at : index;
      return place >= span.from && place <= span.to;
    });
    const [first, last] = [within[0], within.at(-1)];
    if (!first || !last) return null;
    const chosen = { from: cutOf(first, 'start'), to: cutOf(last, 'end') };
    return { ...toRange(model, [first, last], filtersOfSlices(choices.brush, chosen)), chosen };
  };
  return { choices: cuts.length < 2 || cuts.length > maxCuts ? null : choices, rangeOf };
}

function toRange(
  model: SeriesModel,
  [first, last]: readonly [Place, Place],
  filters: CrossFilterSelection['filters'],
): Pick<BrushedRange, 'selection' | 'mark'> {
  const label = first.label === last.label ? first.label : `${first.label} – ${last.label}`;
  const selection = { filters, selectedLabels: [], label };
  if (model.axis.kind !== 'temporal') return { selection, mark: null };
  const ends = [timeMark(model, first), timeMark(model, last)] as const;
  const own = filters.map((filter) => ({ ...filter, label }));
  return { selection, mark: { label, filters: own, value: null, ...(first === last ? {} : { ends }) } };
}

const timeMark = ({ axis }: SeriesModel, { at, label }: Place) =>
  timeFilter(axis.label, at, { grain: axis.grain, label });

function placesOf(model: SeriesModel, plot: Drawn): readonly Place[] {
  const { axis } = model;
  const format = numberFormatter('SMART_NUMBER', null, undefined);
  const places = plot.xs.flatMap((x, index): readonly Place[] => {
    const at = numberOfCell(x);
    if (at === null) return [];
    if (axis.kind !== 'temporal') return [{ at, index, start: at, end: at, label: plot.labels[index] ?? format(at) }];
    const label = plot.labels[index] ?? labelOfCell(x);
    const [start = '', end = ''] = String(timeFilter(axis.label, at, { grain: axis.grain, label }).values[0]).split(
      ' : ',
    );
    return [{ at, index, start, end, label }];
  });
  return places.sort((one, other) => one.at - other.at);
}

/** Times are cut where marks begin and end, numbers before and after each. */
function choicesOf({ axis }: SeriesModel, places: readonly Place[]): BrushChoices {
  const isTime = axis.kind === 'temporal';
  const cuts = isTime
    ? [...new Set(places.flatMap(({ start, end }) => [start, end]))]
        .sort()
        .map((value) => ({ op: '>=' as const, value }))
    : [...new Set(places.map(({ at }) => at))].flatMap((value) => [
        { op: '>=' as const, value },
        { op: '>' as const, value },
      ]);
  const brush = { column: axis.label, kind: isTime ? ('time' as const) : ('number' as const), cuts };
  return { brush, whole: filtersOfSlices(brush, { from: 0, to: cuts.length - 1 }) };
}
