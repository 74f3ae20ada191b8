import type { DrawContext } from '@powerset/chart-kit';
import { type AxisTitle, titleOf, valueAxis, withTitle } from '../shared/series-axes.ts';
import type { SeriesForm } from '../shared/series-form.ts';
import { type Plot, valueExtent } from '../shared/series-plot.ts';
import { hasTitleRoom } from '../shared/small-space.ts';
import { type AxisScale, alignZeros } from './aligned-axes.ts';
import type { MixedForm } from './form.ts';
import type { PartPlot } from './plots.ts';

type Axis = Record<string, unknown>;

/** Both axes of values, the second at the right; one that nothing stands on is not shown. */
export function valueAxes(parts: readonly [PartPlot, PartPlot], context: DrawContext<MixedForm>): readonly Axis[] {
  const scales = alignedScales(parts, context);
  return ([0, 1] as const).map((axis) => {
    const own = parts.filter((part) => part.axis === axis && part.plot.series.length > 0);
    const [first] = own;
    if (!first) return { type: 'value', show: false };
    const drawn = valueAxis(mergedPlot(own), {
      ...first.context,
      form: { ...first.context.form, show_value: hasValues(own) },
    });
    const isSecond = axis === 1;
    const isAlone = own.length === usedParts(parts).length;
    const title = titleOfAxis(axis, own, context);
    return {
      ...withTitle(drawn, title),
      ...(isSecond ? { position: 'right' } : {}),
      // Two grids that do not meet would be a plaid.
      ...(isSecond && !isAlone && !scales ? { splitLine: { show: false }, minorSplitLine: { show: false } } : {}),
      ...(isSecond && !isAlone && scales ? { splitLine: { show: false } } : {}),
      ...(isSecond && title.isTop && title.text !== ''
        ? { nameTextStyle: { ...nameStyle(title), align: 'right' } }
        : {}),
      ...(scales ? { ...scales[axis], boundaryGap: [0, 0], scale: false } : {}),
    };
  });
}

const usedParts = (parts: readonly PartPlot[]) => parts.filter(({ plot }) => plot.series.length > 0);
const hasValues = (parts: readonly PartPlot[]) => parts.some(({ context }) => context.form.show_value);
const nameStyle = ({ color }: AxisTitle) => ({ color, fontSize: 11, fontWeight: 500 });

/** One axis counts the values of both where both stand on it. */
function mergedPlot(parts: readonly PartPlot[]): Plot {
  const [first] = parts;
  const decades = parts.flatMap(({ plot }) => (plot.decades ? [plot.decades] : []));
  const merged =
    decades.length === 0
      ? null
      : ([Math.min(...decades.map(([low]) => low)), Math.max(...decades.map(([, high]) => high))] as const);
  return { ...first!.plot, decades: merged };
}

/** Zero of both at one height, where both begin there: not on cut or logarithmic axes, which have another ground. */
function alignedScales(
  parts: readonly [PartPlot, PartPlot],
  { height }: DrawContext<MixedForm>,
): readonly [AxisScale, AxisScale] | null {
  const isApart = usedParts(parts).length === 2 && parts[0].axis !== parts[1].axis;
  const isPlain = ({ plot, context: { form } }: PartPlot) =>
    plot.decades === null && !form.truncateYAxis && !form.logAxis;
  if (!isApart || !parts.every(isPlain)) return null;
  const [first, second] = parts.map((part) => roomyExtent(part));
  const steps = Math.min(5, Math.max(2, Math.round(height / 70)));
  const scales = alignZeros([first!, second!], steps);
  return scales && parts[0].axis === 1 ? [scales[1], scales[0]] : scales;
}

/** With what values above and below the marks take. */
function roomyExtent({ plot, context }: PartPlot): readonly [number, number] {
  const form: SeriesForm = context.form;
  const [low, high] = valueExtent(plot, form);
  const share = form.show_value ? 0.08 * (high - low) : 0;
  return [low < 0 ? low - share : low, high > 0 ? high + share : high];
}

/** As the form has it; else the one measure that the axis counts, since nothing else says which series stand on it. */
function titleOfAxis(axis: 0 | 1, parts: readonly PartPlot[], context: DrawContext<MixedForm>): AxisTitle {
  const { form, width, height, verboseNames } = context;
  const { context: own } = parts[0]!;
  const given = titleOf(own, 'y', false);
  const hasOwnRoom = hasTitleRoom(context, !given.isTop);
  const text = axis === 1 && hasOwnRoom ? form.yAxisTitleSecondary : given.text;
  if (text !== '') return { ...given, text };
  const metrics = [...new Set(parts.flatMap(({ plot }) => plot.series.map(({ source }) => source.metric)))];
  const hasRoom = width >= 320 && height >= 200;
  const measure = hasRoom && metrics.length === 1 ? (verboseNames[metrics[0]!] ?? metrics[0]!) : '';
  return { ...given, text: measure, isTop: true, gap: 10 };
}
