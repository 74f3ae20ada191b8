import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat, type NumberFormat } from '../shared/metric-format.ts';
import { fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import { type Branch, type Branches, type BranchMark, branchOfMark } from './branches.ts';
import type { TreeForm } from './form.ts';
import { labelGap, labelSize, leafPlace, type Margins, marginsOf, roomOf } from './space.ts';

interface Words {
  readonly branches: Branches;
  readonly context: DrawContext<TreeForm>;
  readonly format: NumberFormat;
}

export function toOptions(branches: Branches, context: DrawContext<TreeForm>): EChartOptions {
  const { theme } = context;
  const format = metricFormat(branches.metric ?? '', { number_format: 'SMART_NUMBER' }, context);
  const words = { branches, context, format };
  return {
    marks: branches.nodes.length,
    statement: () => statementOf(words),
    option: {
      ...baseOption(theme),
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: (mark: BranchMark) => tooltipOf(branchOfMark(branches, mark), words),
      },
      series: branches.root ? [treeSeries(branches.root, words)] : [],
    },
  };
}

function statementOf({ branches, context }: Words): string {
  const { translate = defaultTranslate } = context;
  const { root, nodes } = branches;
  if (!root) return '';
  return translate(msg('{{label}} is the root of {{count}} nodes in {{levels}} levels.'), {
    label: root.name,
    count: nodes.length,
    levels: (nodes.at(-1)?.depth ?? 0) + 1,
  });
}

function tooltipOf(node: Branch | undefined, { branches, context, format }: Words): string {
  if (!node) return '';
  const { theme, verboseNames, translate = defaultTranslate, locale } = context;
  const { metric } = branches;
  const children = node.children.length;
  return tooltipHtml(
    {
      title: node.name,
      rows: [
        ...(metric === null || node.value === null
          ? []
          : [{ color: colorOf(context), label: verboseNames[metric] ?? metric, value: format(node.value) }]),
        ...(children > 0
          ? [
              {
                color: 'transparent',
                label: translate(msg('Nodes below it')),
                value: formatNumber(',d', children, locale),
              },
            ]
          : []),
      ],
    },
    theme,
  );
}

const colorOf = ({ theme }: Pick<DrawContext, 'theme'>) => theme.categorical[0] ?? theme.accent;

function treeSeries(root: Branch, { branches, context }: Words): Record<string, unknown> {
  const { form, theme, width, height } = context;
  const color = colorOf(context);
  const hasLabels = width >= 160 && height >= 90;
  const room = roomOf(branches, context);
  const margins: Margins = marginsOf(branches, context, hasLabels ? room : 0);
  const isRadial = form.layout === 'radial';
  const label = (position: string, usual: string) => ({
    show: hasLabels,
    // On a circle labels point outwards unless they are told otherwise.
    ...(isRadial && position === usual ? {} : { position }),
    distance: labelGap,
    fontSize: labelSize,
    color: theme.text,
    textBorderColor: theme.card,
    textBorderWidth: 2,
  });
  return {
    id: 'tree',
    type: 'tree',
    ...margins,
    layout: form.layout,
    orient: form.orient,
    symbol: form.symbol,
    symbolSize: form.symbolSize,
    roam: form.roam,
    initialTreeDepth: form.initialTreeDepth ?? -1,
    expandAndCollapse: true,
    animationDuration: 0,
    animationDurationUpdate: 200,
    itemStyle: { color, borderColor: color, borderWidth: 1.5 },
    lineStyle: { color: theme.borderStrong, width: 1.2, curveness: 0.5 },
    label: label(form.node_label_position, 'left'),
    leaves: { label: label(leafPlace(branches, context), 'bottom') },
    labelLayout: { hideOverlap: true },
    emphasis: { focus: isRadial ? 'none' : form.emphasis },
    data: [drawBranch(root, room)],
  };
}

function drawBranch(node: Branch, room: number): Record<string, unknown> {
  const text = fitText(node.name, room, labelSize);
  return {
    name: node.name,
    value: node.value,
    branch: node.index,
    label: { formatter: () => text },
    children: node.children.map((child) => drawBranch(child, room)),
  };
}
