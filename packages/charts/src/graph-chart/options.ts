import { type DrawContext, mixColors } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type FlowMark, type LitFlows, litFlows } from '../shared/flow-picking.ts';
import { type FlowWords, flowStatement, flowTooltip } from '../shared/flow-tooltip.ts';
import { type FlowLink, type FlowNode, nameOfLink } from '../shared/flows.ts';
import { hiddenLegend, type LegendLayout, layoutLegend } from '../shared/legends.ts';
import { extentOf } from '../shared/linear-colors.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { fitText } from '../shared/text-widths.ts';
import { fitPlaces, type Rect } from './fit.ts';
import type { Point } from './force.ts';
import type { GraphForm } from './form.ts';
import type { Network } from './network.ts';

const labelSize = 11;

interface Look {
  readonly network: Network;
  readonly context: DrawContext<GraphForm>;
  readonly words: FlowWords;
  readonly lit: LitFlows | null;
  /** Smaller pictures have smaller marks, and so have crowded ones. */
  readonly scale: number;
  readonly places: readonly Point[];
  readonly sizeOf: (node: FlowNode) => number;
  readonly widthOf: (link: FlowLink) => number;
}

export function toOptions(network: Network, context: DrawContext<GraphForm>): EChartOptions {
  const { form, theme, width, height } = context;
  const format = metricFormat(network.metric, { number_format: 'SMART_NUMBER' }, context);
  const colorOf = colorsOf(network, context);
  const words: FlowWords = { flows: network, context, format, colorOf };
  const legend = legendOf(network, context);
  const scale = Math.min(1, Math.max(0.15, Math.min(width, height) / 240));
  const crowd = Math.min(1, Math.sqrt(40 / Math.max(1, network.nodes.length)));
  const sizeOf = spread(network.nodes.map(trafficOf), (form.baseNodeSize ?? 20) * scale * crowd);
  const widthOf = spread(
    network.links.map(({ value }) => value),
    (form.baseEdgeWidth ?? 3) * scale * crowd,
  );
  const { places, rect } = fitPlaces(network.places, {
    ...{ space: legend.space, width, height },
    isRound: form.layout === 'circular',
    margin: { side: form.layout === 'circular' && width > 240 ? 84 : 26 * scale, edge: 26 * scale },
  });
  const look: Look = {
    ...{ network, context, words, scale, places },
    lit: litFlows(network, context.selectedLabels),
    sizeOf: (node) => sizeOf(trafficOf(node)),
    widthOf: ({ value }) => widthOf(value),
  };
  return {
    marks: network.links.length + network.nodes.length,
    statement: () => flowStatement(words),
    option: {
      ...baseOption(theme),
      legend: legend.option,
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: (mark: FlowMark) => flowTooltip(mark, words),
      },
      series: [graphSeries(look, rect)],
    },
  };
}

const trafficOf = (node: FlowNode) => node.in + node.out;

/** Values to sizes between half of the usual one and twice that. */
function spread(values: readonly number[], base: number): (value: number) => number {
  const [low, high] = extentOf(values);
  return (value) => base * (high > low ? 0.5 + (1.5 * (value - low)) / (high - low) : 1);
}

/** Nodes are coloured by category; without any all are alike. */
function colorsOf(network: Network, { colorOf, theme }: DrawContext<GraphForm>): FlowWords['colorOf'] {
  const colors = new Map(network.categories.map((name, index) => [name, colorOf(name, index)]));
  const plain = network.categories.length > 0 ? theme.dataOther : colorOf(network.metric, 0);
  return (node) => colors.get(node?.category ?? '') ?? plain;
}

function legendOf(network: Network, { form, theme, width, height, colorOf }: DrawContext<GraphForm>): LegendLayout {
  if (network.categories.length === 0) return hiddenLegend;
  const entries = network.categories.map((name, index) => ({ name, color: colorOf(name, index) }));
  const sign = form.legendSort === 'desc' ? -1 : 1;
  if (form.legendSort !== null) entries.sort((a, b) => sign * a.name.localeCompare(b.name));
  return layoutLegend(entries, { form, theme, width, height });
}

function graphSeries(look: Look, rect: Rect): Record<string, unknown> {
  const { network, context, scale } = look;
  const { form, theme } = context;
  return {
    id: 'graph',
    type: 'graph',
    // The places are worked out already, and in px: the space that they take is told so that nothing is scaled.
    layout: 'none',
    ...rect,
    roam: form.roam,
    draggable: form.layout === 'force' && form.draggable,
    selectedMode: form.selectedMode,
    select: { itemStyle: { borderColor: theme.text, borderWidth: 2 } },
    edgeSymbol: form.edgeSymbol.split(','),
    edgeSymbolSize: Math.max(3, 7 * scale),
    emphasis: { focus: 'adjacency' },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.1 } },
    labelLayout: { hideOverlap: true },
    categories: network.categories.map((name, index) => ({
      name,
      itemStyle: { color: context.colorOf(name, index) },
    })),
    itemStyle: { borderColor: theme.card, borderWidth: 1 },
    data: network.nodes.map((node) => drawNode(node, look)),
    links: network.links.filter(({ source, target }) => source !== target).map((link) => drawLink(link, look)),
  };
}

function drawNode(node: FlowNode, look: Look): Record<string, unknown> {
  const { network, context, words, lit, places } = look;
  const { form, theme, width, height } = context;
  const { x, y } = places[node.id] ?? { x: 0, y: 0 };
  const isLit = lit === null || lit.isNodeLit(node);
  const own = words.colorOf(node);
  const isRight = form.layout === 'circular' ? x >= width / 2 - 1 : x < width * 0.72;
  const room = Math.min(150, (isRight ? width - x : x) - look.sizeOf(node) / 2 - 6);
  const text = trafficOf(node) > (form.showSymbolThreshold ?? 0) ? fitText(node.name, room, labelSize) : '';
  return {
    id: String(node.id),
    name: node.name,
    value: trafficOf(node),
    node: node.id,
    x,
    y,
    symbol: 'circle',
    symbolSize: look.sizeOf(node),
    ...(node.category === null ? {} : { category: network.categories.indexOf(node.category) }),
    itemStyle: { color: isLit ? own : mixColors(own, theme.card, 0.7) },
    label: {
      show: text !== '' && width >= 150 && height >= 90,
      position: isRight ? 'right' : 'left',
      distance: 4,
      formatter: () => text,
      fontSize: labelSize,
      color: isLit ? theme.text : theme.textTertiary,
      textBorderColor: theme.card,
      textBorderWidth: 2,
    },
  };
}

function drawLink(link: FlowLink, look: Look): Record<string, unknown> {
  const { network, context, words, lit } = look;
  const { form, theme } = context;
  const isBoth = network.links.some(({ source, target }) => source === link.target && target === link.source);
  return {
    source: String(link.source),
    target: String(link.target),
    value: link.value,
    link: link.id,
    name: nameOfLink(network, link),
    lineStyle: {
      width: look.widthOf(link),
      color: mixColors(words.colorOf(network.nodes[link.source]), theme.card, 0.3),
      opacity: lit === null || lit.isLinkLit(link) ? 0.6 : 0.1,
      curveness: form.layout === 'circular' || isBoth ? 0.2 : 0,
    },
    // What a line stands for is read where it is pointed at: beside all lines figures would cover each other.
    emphasis: {
      label: {
        show: true,
        formatter: () => words.format(link.value),
        fontSize: labelSize,
        color: theme.text,
        textBorderColor: theme.card,
        textBorderWidth: 2,
      },
    },
  };
}
