import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import { baseOption, tooltipBox } from '../shared/base-options.ts';
import { orderLegend } from '../shared/legend-order.ts';
import { layoutLegend } from '../shared/legends.ts';
import { seriesStatement } from '../shared/main-statement.ts';
import { positionAxis, titleOf, withTitle } from '../shared/series-axes.ts';
import { buildLayers } from '../shared/series-layers.ts';
import {
  halfLabel,
  labelRoomAbove,
  pointerOf,
  reachOf,
  type SeriesOptions,
  zoomOf,
  zoomRoom,
} from '../shared/series-options.ts';
import { tooltipContent } from '../shared/series-tooltip.ts';
import { type TooltipContent, tooltipHtml } from '../shared/tooltip-html.ts';
import { valueAxes } from './axes.ts';
import type { MixedForm } from './form.ts';
import type { Mixed } from './joined.ts';
import { namedApart } from './naming.ts';
import { leadOf, type PartPlot, plotsOf, wholePlot } from './plots.ts';

type Layer = Record<string, unknown>;
type Parts = readonly [PartPlot, PartPlot];

/** Model to drawing options: the layers of both queries over one axis of positions, each on its axis of values. */
export function toOptions(given: Mixed, context: DrawContext<MixedForm>): SeriesOptions {
  const { theme, form, width, height } = context;
  const model = namedApart(given, context);
  const parts = plotsOf(model, context);
  const plot = wholePlot(parts);
  const lead = leadOf(parts);
  const entries = plot.series.map(({ name, color }) => ({ name, color }));
  const legend = layoutLegend(orderLegend(entries, form.legendSort), { form, theme, width, height });
  const position = positionAxis(model, lead.plot, lead.context);
  const axes = valueAxes(parts, context);
  const hasTitles = form.x_axis_title !== '' || axes.some(({ name }) => name !== undefined);
  return {
    plot,
    context: lead.context,
    marks: plot.series.length * plot.xs.length,
    statement: () =>
      parts
        .map((part, at) => seriesStatement(model.queries[at]!, part.plot, part.context))
        .filter(Boolean)
        .join(' '),
    option: {
      ...baseOption(theme),
      color: plot.series.map((series) => series.color),
      grid: {
        left: legend.space.left,
        right: legend.space.right + Math.max(6, ...parts.map((part) => halfLabel(part.plot, part.context))),
        top: Math.max(8, legend.space.top) + roomAbove(parts),
        bottom: legend.space.bottom + zoomRoom(context) + 4,
        outerBoundsMode: 'same',
        outerBoundsContain: hasTitles ? 'all' : 'axisLabel',
      },
      xAxis: withTitle(position, titleOf(lead.context, 'x', false)),
      yAxis: axes,
      series: parts.flatMap((part, at) => layersOf(model.queries[at]!, part)),
      legend: { ...legend.option, ...shapesOf(legend.option, parts) },
      tooltip: {
        ...tooltipBox(theme, reachOf(lead.plot, width)),
        trigger: form.rich_tooltip ? 'axis' : 'item',
        axisPointer: pointerOf(lead.plot, lead.context),
        formatter: tooltipOf(model, parts, context),
      },
      ...(form.zoomable ? { dataZoom: zoomOf(lead.plot, lead.context) } : {}),
    },
  };
}

function roomAbove(parts: Parts): number {
  const shown = parts.filter(({ context }) => context.form.show_value);
  return shown.length === 0 ? 0 : Math.max(...shown.map(({ plot, context }) => labelRoomAbove(plot, context)));
}

function layersOf(model: Mixed['queries'][number], { plot, context, axis }: PartPlot): readonly Layer[] {
  const layers = buildLayers(model, plot, { context, hasEndLabels: false });
  // Lines are read on top of bars, whichever of the queries they are of.
  const lift = plot.kind === 'bar' ? 0 : 2;
  return layers.map((layer) => ({ ...layer, yAxisIndex: axis, z: Number(layer.z ?? 2) + lift }));
}

const lineShape = 'path://M0 3h12v3H0z';

/** Lines are lines in the legend, where bars stand beside them. */
function shapesOf(option: Layer, parts: Parts): Layer {
  const isMixed = new Set(parts.map(({ plot }) => plot.kind)).size > 1;
  if (!isMixed || !Array.isArray(option.data)) return {};
  const lines = new Set(parts.flatMap(({ plot }) => (plot.kind === 'bar' ? [] : plot.series.map(({ name }) => name))));
  // The entries as the legend's layout wrote them.
  const entries = option.data as readonly { readonly name: string; readonly itemStyle?: object }[];
  return {
    data: entries.map((entry) =>
      lines.has(entry.name) ? { ...entry, icon: lineShape, itemStyle: { ...entry.itemStyle, borderWidth: 0 } } : entry,
    ),
  };
}

interface Hit {
  readonly seriesId?: string;
  readonly dataIndex?: number;
}

/** One card for both: what each says of the position, one below the other. */
function tooltipOf(model: Mixed, parts: Parts, context: DrawContext<MixedForm>): (params: unknown) => string {
  return (params) => {
    // ECharts passes one hit or a list of them, by trigger.
    const hits = (Array.isArray(params) ? params : [params]) as readonly Hit[];
    const ids = new Set(hits.map((hit) => hit.seriesId));
    const index = hits.find((hit) => hit.dataIndex !== undefined)?.dataIndex ?? 0;
    const contents = parts.flatMap((part, at) => {
      const shown = part.plot.series.filter(({ id }) => ids.has(id));
      if (shown.length === 0) return [];
      const content = tooltipContent({
        model: model.queries[at]!,
        plot: part.plot,
        context: part.context,
        shown,
        index,
      });
      return [{ content, at }];
    });
    return contents.length === 0 ? '' : tooltipHtml(joinedContent(contents, context), context.theme);
  };
}

function joinedContent(
  contents: readonly { readonly content: TooltipContent; readonly at: number }[],
  { translate = defaultTranslate }: DrawContext<MixedForm>,
): TooltipContent {
  const feet = contents.flatMap(({ content: { foot }, at }) => (foot ? [{ foot, at }] : []));
  const queryNames = [translate(msg('Query A')), translate(msg('Query B'))];
  const more = contents.flatMap(({ content }) => content.more ?? []);
  return {
    title: contents[0]!.content.title,
    rows: contents.flatMap(({ content }) => content.rows),
    ...(more.length > 0 ? { more: more.join(', ') } : {}),
    feet: feet.map(({ foot, at }) =>
      contents.length > 1 ? { ...foot, label: `${foot.label}, ${queryNames[at]}` } : foot,
    ),
  };
}
