import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import { type FlowMark, flowOfMark } from './flow-picking.ts';
import { type FlowLink, type FlowNode, type Flows, nameOfLink } from './flows.ts';
import type { NumberFormat } from './metric-format.ts';
import { percentIn } from './path-tooltip.ts';
import { tooltipHtml } from './tooltip-html.ts';

export interface FlowWords {
  readonly flows: Flows;
  readonly context: Pick<DrawContext, 'theme' | 'locale' | 'translate' | 'verboseNames'>;
  readonly format: NumberFormat;
  readonly colorOf: (node: FlowNode | undefined) => string;
}

/** A link with its value and its share of what its ends send and get; a node with both of these. */
export function flowTooltip(mark: FlowMark, words: FlowWords): string {
  const { node, link } = flowOfMark(words.flows, mark);
  if (link) return linkTooltip(link, words);
  return node ? nodeTooltip(node, words) : '';
}

function linkTooltip(link: FlowLink, { flows, context, format, colorOf }: FlowWords): string {
  const { translate = defaultTranslate, verboseNames, locale, theme } = context;
  const [from, to] = [flows.nodes[link.source], flows.nodes[link.target]];
  const share = (node: FlowNode | undefined, whole: number) =>
    flows.isAdditive && node && whole > 0
      ? [
          {
            color: 'transparent',
            label: translate(msg('Share of {{name}}'), { name: node.name }),
            value: percentIn(locale)(link.value / whole),
          },
        ]
      : [];
  return tooltipHtml(
    {
      title: nameOfLink(flows, link),
      rows: [
        { color: colorOf(from), label: verboseNames[flows.metric] ?? flows.metric, value: format(link.value) },
        ...share(from, from?.out ?? 0),
        ...share(to, to?.in ?? 0),
      ],
    },
    theme,
  );
}

function nodeTooltip(node: FlowNode, { flows, context, format, colorOf }: FlowWords): string {
  const { translate = defaultTranslate, theme } = context;
  const row = (label: string, value: number) => ({ color: colorOf(node), label, value: format(value) });
  return tooltipHtml(
    {
      title: node.name,
      rows: flows.isAdditive
        ? [
            ...(node.in > 0 ? [row(translate(msg('Comes in')), node.in)] : []),
            ...(node.out > 0 ? [row(translate(msg('Goes out')), node.out)] : []),
          ]
        : [],
    },
    theme,
  );
}

/** What the picture says above all: its largest link. */
export function flowStatement({ flows, context, format }: Omit<FlowWords, 'colorOf'>): string {
  const { translate = defaultTranslate } = context;
  const [most] = flows.links;
  if (!most) return '';
  return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), {
    label: nameOfLink(flows, most),
    count: flows.links.length,
    value: format(most.value),
  });
}
