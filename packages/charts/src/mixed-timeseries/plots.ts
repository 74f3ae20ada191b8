import type { DrawContext } from '@powerset/chart-kit';
import type { PlainForm } from '../shared/plain-series-form.ts';
import { type Plot, type PlotSeries, type SeriesKind, toPlot } from '../shared/series-plot.ts';
import type { MixedForm } from './form.ts';
import { drawsBars, type Mixed } from './joined.ts';
import { axesOf, partsOf } from './parts.ts';

/** One of the two queries as it is drawn. */
export interface PartPlot {
  readonly plot: Plot;
  readonly context: DrawContext<PlainForm>;
  readonly axis: 0 | 1;
}

/** What lies below lines is filled where the form has it; bars are bars. */
export const kindOfPart = (form: PlainForm): SeriesKind => (drawsBars(form) ? 'bar' : 'line');

/** Both queries as plots over the same positions, whose marks have names of their own. */
export function plotsOf(model: Mixed, context: DrawContext<MixedForm>): readonly [PartPlot, PartPlot] {
  const forms = partsOf(context.form);
  const axes = axesOf(context.form);
  const hasBars = forms.some(drawsBars);
  const partOf = (at: 0 | 1): PartPlot => {
    const form = forms[at];
    const facts = context.answers?.[at];
    const offset = at === 0 ? 0 : model.queries[0].series.length;
    const own: DrawContext<PlainForm> = {
      ...context,
      form,
      answers: facts ? [facts] : [],
      colorOf: (label, index) => context.colorOf(label, index + offset),
    };
    // Both were given the same places already.
    const plot = toPlot(model.queries[at], { ...own, form: { ...form, missing_periods: 'connect' } }, kindOfPart(form));
    const joinsAcross = form.missing_periods === 'connect' || model.isUneven;
    return {
      context: own,
      axis: axes[at],
      plot: { ...prefixed(plot, 'ab'[at]!), joinsAcross, ...(hasBars ? onCategories : {}) },
    };
  };
  return [partOf(0), partOf(1)];
}

const onCategories = { axisType: 'category' } as const;

function prefixed(plot: Plot, prefix: string): Plot {
  const series = plot.series.map(
    (one): PlotSeries => ({ ...one, id: `${prefix}:${one.id}`, stackId: `${prefix}:${one.stackId}` }),
  );
  return { ...plot, series };
}

/** All series in one plot, each writing its values as its own axis does: for tables and selections. */
export function wholePlot([first, second]: readonly [PartPlot, PartPlot]): Plot {
  const own = ({ plot }: PartPlot) =>
    plot.series.map((series) => ({ ...series, format: series.format ?? plot.format }));
  const lead = leadOf([first, second]);
  return { ...lead.plot, series: [...own(first), ...own(second)] };
}

/** The one by which the positions are laid out: bars need a band each. */
export const leadOf = ([first, second]: readonly [PartPlot, PartPlot]): PartPlot =>
  second.plot.kind === 'bar' && first.plot.kind !== 'bar' ? second : first;
