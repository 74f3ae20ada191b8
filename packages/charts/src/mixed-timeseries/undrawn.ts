import { msg, type Undrawn } from '@powerset/chart-kit';
import { isSeriesModelEmpty } from '../shared/series-model.ts';
import { undrawnSeries } from '../shared/series-undrawn.ts';
import type { MixedForm } from './form.ts';
import type { Mixed } from './joined.ts';
import { axesOf, partsOf } from './parts.ts';
import { kindOfPart } from './plots.ts';

/** What one of the two queries leaves out; all of the chart only where both do. */
export function undrawnOf(model: Mixed, form: MixedForm): Undrawn | null {
  const forms = partsOf(form);
  const reasons = ([0, 1] as const).map((at) => {
    const own = forms[at];
    // Names of an x-axis are in one order for both queries, which no sorting of one of them changes.
    const ordered = { ...own, x_axis_sort: own.x_axis_sort ?? model.axis.label };
    const reason = undrawnSeries(model.answers[at], ordered, kindOfPart(own));
    return reason && renamed(reason, at, form);
  });
  const [first, second] = reasons;
  const silent = model.answers.filter((answer) => isSeriesModelEmpty(answer));
  if (silent.length === 2) return first ?? second ?? null;
  const partial = [first, second].map((reason, at) => (reason?.isAll ? ofOneQuery(at) : reason));
  if (silent.length === 1) return ofOneQuery(model.answers.indexOf(silent[0]!));
  if (first?.isAll && second?.isAll) return first;
  return partial[0] ?? partial[1] ?? null;
}

/** The other one is drawn all the same. */
function ofOneQuery(at: number): Undrawn {
  return {
    isAll: false,
    title: {
      text: at === 0 ? msg('Query A has nothing that can be drawn.') : msg('Query B has nothing that can be drawn.'),
    },
  };
}

/** Its remedy under the names that the fields of this query have here; none where the chart has no such field. */
function renamed({ remedy, ...reason }: Undrawn, at: 0 | 1, form: MixedForm): Undrawn {
  const names = namesOf(at, axesOf(form)[at]);
  const changes = Object.entries(remedy?.changes ?? {}).filter(([name]) => name !== 'contributionMode');
  if (!remedy || changes.some(([name]) => names[name] === undefined)) return reason;
  // Here a stack is there or not.
  const own = changes.map(([name, value]) => [names[name]!, name === 'stack' ? value !== null : value] as const);
  return { ...reason, remedy: { label: remedy.label, changes: Object.fromEntries(own) } };
}

function namesOf(at: 0 | 1, axis: 0 | 1): Readonly<Record<string, string>> {
  const suffix = at === 1 ? '_b' : '';
  return {
    limit: `limit${suffix}`,
    row_limit: `row_limit${suffix}`,
    stack: at === 1 ? 'stackB' : 'stack',
    only_total: at === 1 ? 'only_totalB' : 'only_total',
    logAxis: axis === 1 ? 'logAxisSecondary' : 'logAxis',
    y_axis_bounds: axis === 1 ? 'y_axis_bounds_secondary' : 'y_axis_bounds',
    truncateYAxis: 'truncateYAxis',
    xAxisBounds: 'xAxisBounds',
    time_grain_sqla: 'time_grain_sqla',
  };
}
