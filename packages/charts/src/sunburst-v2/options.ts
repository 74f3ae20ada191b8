import { type DrawContext, defaultTranslate, formatNumber, legibleTextOn, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat, type NumberFormat } from '../shared/metric-format.ts';
import { dimColor } from '../shared/path-colors.ts';
import { litNodes, nodeOfMark, type OptionMark } from '../shared/path-picking.ts';
import { hasOwnValue, pathStatement, pathTooltip, shownName } from '../shared/path-tooltip.ts';
import { isRest, type PathNode, type PathTree } from '../shared/path-tree.ts';
import { ratioScale, ringColors } from './colors.ts';
import type { SunburstForm } from './form.ts';
import { scaleHeight, scaleMark, totalMark } from './marks.ts';
import { type ArcLabel, arcLabelSize, labelArc } from './ring-labels.ts';

/** Of the radius: the hole in the middle, with the total in it and without. */
const holeWithTotal = 0.26;
const hole = 0.1;

interface Look {
  readonly tree: PathTree;
  readonly context: DrawContext<SunburstForm>;
  readonly format: NumberFormat;
  readonly colors: readonly string[];
  readonly lit: ReadonlySet<PathNode> | null;
  readonly inner: number;
  readonly thickness: number;
}

export function toOptions(tree: PathTree, context: DrawContext<SunburstForm>): EChartOptions {
  const { form, theme, width, height, translate = defaultTranslate, locale } = context;
  const format = metricFormat(tree.metric, form, context);
  const scale = ratioScale(tree, context);
  const colors = ringColors(tree, scale, context);
  const hasScale = scale !== null && width >= 200 && height >= 150;
  const below = hasScale ? scaleHeight : 0;
  const outer = Math.max(6, Math.min(width, height - below) / 2 - 2);
  const inner = outer * (form.show_total ? holeWithTotal : hole);
  const center = [width / 2, (height - below) / 2] as const;
  const colorOf = (node: PathNode) => colors[node.id] ?? theme.dataOther;
  const words = {
    ...{ tree, context, format, colorOf },
    formatSecond: metricFormat(tree.secondMetric ?? '', { number_format: 'SMART_NUMBER' }, context),
  };
  const look: Look = {
    ...{ tree, context, format, colors, inner },
    lit: litNodes(tree, context.selectedLabels),
    thickness: (outer - inner) / tree.depth,
  };
  const figure = (value: number) => formatNumber('SMART_NUMBER', value, locale);
  const total = tree.isAdditive ? `${format(tree.total)}` : '';
  const graphics = [
    ...(form.show_total && total !== '' ? [totalMark(total, translate(msg('Total')), { center, inner, theme })] : []),
    ...(scale && hasScale ? [scaleMark(scale, figure, { width, height, theme })] : []),
  ];
  return {
    marks: tree.nodes.length,
    statement: () => pathStatement(words),
    option: {
      ...baseOption(theme),
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: (mark: OptionMark) => {
          const node = nodeOfMark(tree, mark);
          return node ? pathTooltip(node, words) : '';
        },
      },
      ...(graphics.length > 0 ? { graphic: graphics } : {}),
      series: [sunburstSeries(look, { center, outer })],
    },
  };
}

function sunburstSeries(look: Look, { center, outer }: { readonly center: readonly number[]; readonly outer: number }) {
  const { tree, context, inner } = look;
  return {
    id: 'parts',
    type: 'sunburst',
    center,
    radius: [inner, outer],
    // A click is a filter: going into a part would take it away.
    nodeClick: false,
    sort: null,
    itemStyle: { borderColor: context.theme.card, borderWidth: tree.nodes.length > 150 ? 0.5 : 1 },
    emphasis: { focus: 'none', itemStyle: { opacity: 0.88 } },
    label: { fontSize: arcLabelSize, lineHeight: 13, minAngle: 0 },
    data: largestFirst(tree.roots).map((root) => drawNode(root, look)),
  };
}

const largestFirst = (nodes: readonly PathNode[]) =>
  [...nodes].sort((a, b) => Number(isRest(a)) - Number(isRest(b)) || b.value - a.value);

function drawNode(node: PathNode, look: Look): Record<string, unknown> {
  const { context, colors, lit } = look;
  const { theme } = context;
  const own = colors[node.id] ?? theme.dataOther;
  const isDimmed = lit !== null && !lit.has(node);
  const color = isDimmed ? dimColor(own, theme.card) : own;
  const label = labelOf(node, look);
  return {
    name: node.name,
    value: node.value,
    node: node.id,
    itemStyle: { color },
    label: label
      ? {
          show: true,
          rotate: label.rotate,
          formatter: () => label.text,
          color: isDimmed ? theme.textTertiary : legibleTextOn(color),
        }
      : { show: false },
    ...(node.children.length > 0
      ? { children: largestFirst(node.children).map((child) => drawNode(child, look)) }
      : {}),
  };
}

function labelOf(node: PathNode, { tree, context, format, inner, thickness }: Look): ArcLabel | null {
  const { form } = context;
  const share = tree.total > 0 ? node.value / tree.total : 0;
  if (!form.show_labels || share * 100 < form.show_labels_threshold) return null;
  const level = node.path.length - (isRest(node) ? 0 : 1);
  const from = inner + thickness * level;
  const hasFigure = form.label_type !== 'key' && hasOwnValue(tree, node);
  return labelArc(
    { inner: from, outer: from + thickness, angle: share * 2 * Math.PI },
    {
      name: form.label_type === 'value' && hasFigure ? '' : shownName(node, context.translate),
      figure: hasFigure ? format(node.value) : '',
    },
  );
}
