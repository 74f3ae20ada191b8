import { msg, type Undrawn } from '@powerset/chart-kit';
import { undrawnPlaces } from '../shared/maps/place-model.ts';
import type { Cartodiagram } from './small-charts.ts';

/** What of the rows is not on the map, and why. */
export function undrawnOf(model: Cartodiagram): Undrawn | null {
  const { chart, charts, faults, unmeasured, all } = model;
  if (chart && chart.kind === null)
    return {
      isAll: true,
      title: { text: msg('This chart cannot be drawn at places of a map') },
      text: { text: msg('Pies, bars, lines and big numbers can. Choose one of these under Chart.') },
    };
  const misplaced = undrawnPlaces({ faults, limitReached: null }, faults.all > 0 && isNowhere(model));
  if (misplaced?.isAll) return misplaced;
  if (all > 0 && charts.length === 0 && unmeasured === all)
    return {
      isAll: true,
      lacksNumbers: true,
      title: { text: msg('The rows have no values') },
      text: unmeasuredWords(model),
    };
  if (model.undrawnPlaces > 0)
    return { isAll: false, title: { text: tooMany, values: { most: charts.length, undrawn: model.undrawnPlaces } } };
  if (misplaced) return misplaced;
  if (unmeasured > 0) return { isAll: false, title: unmeasuredWords(model) };
  return undrawnPlaces({ faults, limitReached: model.limitReached }, false);
}

const tooMany = msg('{{most}} places are drawn, {{undrawn}} more are left out.');

const isNowhere = ({ faults }: Cartodiagram) => faults.empty + faults.unreadable + faults.outside === faults.all;

const unmeasuredWords = ({ unmeasured, all, chart }: Cartodiagram) => ({
  text:
    chart?.kind === 'pie'
      ? msg('{{undrawn}} of {{all}} values are empty or below zero, for which a pie has no room.')
      : msg('{{undrawn}} of {{all}} values are empty and are not drawn.'),
  values: { undrawn: unmeasured, all },
});
