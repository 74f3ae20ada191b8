import { type DrawContext, mixColors } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type FlowMark, litFlows } from '../shared/flow-picking.ts';
import { type FlowWords, flowStatement, flowTooltip } from '../shared/flow-tooltip.ts';
import type { FlowNode, Flows } from '../shared/flows.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import type { ChordForm } from './form.ts';

const labelSize = 11;
const labelGap = 6;
/** Of the width: the most that names take at each side. */
const mostForNames = 0.26;

export function toOptions(flows: Flows, context: DrawContext<ChordForm>): EChartOptions {
  const { form, theme } = context;
  const format = metricFormat(flows.metric, { number_format: form.y_axis_format }, context);
  const colors = flows.nodes.map(({ name }, index) => context.colorOf(name, index));
  const colorOf = (node: FlowNode | undefined) => colors[node?.id ?? -1] ?? theme.dataOther;
  const words: FlowWords = { flows, context, format, colorOf };
  return {
    marks: flows.links.length + flows.nodes.length,
    statement: () => flowStatement(words),
    option: {
      ...baseOption(theme),
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: (mark: FlowMark) => flowTooltip(mark, words),
      },
      series: [chordSeries(words, context)],
    },
  };
}

function chordSeries({ flows, colorOf }: FlowWords, context: DrawContext<ChordForm>): Record<string, unknown> {
  const { theme, width, height } = context;
  const lit = litFlows(flows, context.selectedLabels);
  const hasNames = width >= 170 && height >= 120;
  const widest = Math.max(0, ...flows.nodes.map(({ name }) => estimateTextWidth(name, labelSize)));
  const names = hasNames ? Math.min(widest + 4, width * mostForNames) : 0;
  const around = hasNames ? labelGap : 0;
  const outer = Math.max(8, Math.min(width / 2 - names - around, height / 2 - (hasNames ? 18 : 2)));
  // Where the circle is as high as the picture there is more room beside it.
  const room = width / 2 - outer - around - 2;
  return {
    id: 'flows',
    type: 'chord',
    center: [width / 2, height / 2],
    radius: [Math.max(4, outer - Math.min(14, outer * 0.12)), outer],
    padAngle: Math.min(3, 120 / Math.max(1, flows.nodes.length)),
    emphasis: { focus: 'adjacency' },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.06 } },
    labelLayout: { hideOverlap: true },
    itemStyle: { borderRadius: 2 },
    label: { show: hasNames, position: 'outside', distance: labelGap, fontSize: labelSize, color: theme.textSecondary },
    data: flows.nodes.map((node) => {
      const text = fitText(node.name, room, labelSize);
      return {
        id: String(node.id),
        name: node.name,
        node: node.id,
        itemStyle: {
          color: lit === null || lit.isNodeLit(node) ? colorOf(node) : mixColors(colorOf(node), theme.card, 0.7),
        },
        label: { formatter: () => text },
      };
    }),
    links: flows.links.map((link) => ({
      source: String(link.source),
      target: String(link.target),
      value: link.value,
      link: link.id,
      lineStyle: {
        color: 'source',
        opacity: lit === null || lit.isLinkLit(link) ? 0.4 : 0.05,
      },
    })),
  };
}
