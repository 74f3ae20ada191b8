import { type DrawContext, mixColors } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { type FlowMark, litFlows } from '../shared/flow-picking.ts';
import { type FlowWords, flowStatement, flowTooltip } from '../shared/flow-tooltip.ts';
import { type FlowNode, type Flows, sizeOfNode } from '../shared/flows.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { estimateTextWidth, fitText } from '../shared/text-widths.ts';
import type { SankeyForm } from './form.ts';
import { type Steps, stepsOf } from './steps.ts';

const nodeWidth = 10;
const labelSize = 11;
const labelGap = 6;
const edge = 1;

export function toOptions(flows: Flows, context: DrawContext<SankeyForm>): EChartOptions {
  const { theme } = context;
  const format = metricFormat(flows.metric, { number_format: 'SMART_NUMBER' }, context);
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
      series: [sankeySeries(words, context)],
    },
  };
}

function sankeySeries(words: FlowWords, context: DrawContext<SankeyForm>): Record<string, unknown> {
  const { flows, colorOf } = words;
  const { theme, height } = context;
  const lit = litFlows(flows, context.selectedLabels);
  const steps = stepsOf(flows);
  const tallest = Math.max(1, ...steps.counts);
  return {
    id: 'flows',
    type: 'sankey',
    left: edge,
    right: edge,
    top: edge + 4,
    bottom: edge + 4,
    nodeWidth,
    // What many nodes need between them must not leave nothing of themselves.
    nodeGap: Math.max(1, Math.min(14, (height * 0.4) / tallest)),
    nodeAlign: 'justify',
    draggable: false,
    emphasis: { focus: 'adjacency' },
    blur: { itemStyle: { opacity: 0.3 }, lineStyle: { opacity: 0.08 } },
    labelLayout: { hideOverlap: true },
    itemStyle: { borderWidth: 0 },
    data: flows.nodes.map((node) => {
      const isLit = lit === null || lit.isNodeLit(node);
      return {
        id: String(node.id),
        name: node.name,
        node: node.id,
        itemStyle: { color: isLit ? colorOf(node) : mixColors(colorOf(node), theme.card, 0.7) },
        label: labelOf(node, { words, context, steps }),
      };
    }),
    links: flows.links.map((link) => ({
      source: String(link.source),
      target: String(link.target),
      value: link.value,
      link: link.id,
      lineStyle: {
        color: colorOf(flows.nodes[link.source]),
        opacity: lit === null || lit.isLinkLit(link) ? 0.34 : 0.07,
        curveness: 0.5,
      },
    })),
  };
}

interface LabelGiven {
  readonly words: FlowWords;
  readonly context: DrawContext<SankeyForm>;
  readonly steps: Steps;
}

/** Beside the node, towards the middle of the picture; what flows follows the name where there is room. */
function labelOf(node: FlowNode, { words, context, steps }: LabelGiven) {
  const { flows, format } = words;
  const { theme, width, height } = context;
  if (width < 160 || height < 60) return { show: false };
  const isLast = node.out === 0 && steps.last > 0;
  const gap = (width - 2 * edge - nodeWidth) / Math.max(1, steps.last) - nodeWidth;
  // Before the last step labels stand from both sides.
  const isShared = isLast || steps.of(node) === steps.last - 1;
  const room = (isShared ? gap / 2 : gap) - 2 * labelGap;
  const figure = flows.isAdditive ? `  ${format(sizeOfNode(node))}` : '';
  const whole = `${node.name}${figure}`;
  const text = estimateTextWidth(whole, labelSize) * 1.05 <= room ? whole : fitText(node.name, room, labelSize);
  return {
    show: text !== '',
    position: isLast ? 'left' : 'right',
    distance: labelGap,
    formatter: () => text,
    fontSize: labelSize,
    color: theme.text,
    textBorderColor: theme.card,
    textBorderWidth: 2,
  };
}
