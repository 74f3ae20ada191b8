import type { DrawContext } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat, type NumberFormat } from '../shared/metric-format.ts';
import { type BoxLabel, boxSeries, type PathBox } from '../shared/path-boxes.ts';
import { pathColors } from '../shared/path-colors.ts';
import { litNodes, nodeOfMark, type OptionMark } from '../shared/path-picking.ts';
import { hasOwnValue, pathStatement, pathTooltip, shownName } from '../shared/path-tooltip.ts';
import type { PathNode, PathTree } from '../shared/path-tree.ts';
import { tellingLabels } from '../shared/telling-labels.ts';
import type { TreemapForm } from './form.ts';
import { layOut } from './layout.ts';

const headHeight = 18;

export function toOptions(tree: PathTree, context: DrawContext<TreemapForm>): EChartOptions {
  const { form, theme } = context;
  const format = metricFormat(tree.metric, form, context);
  const colors = pathColors(tree, context);
  const words = { tree, context, format, colorOf: (node: PathNode) => colors[node.id] ?? theme.dataOther };
  const boxes = boxesOf(tree, context, { format, colors });
  return {
    marks: boxes.length,
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
      series: [boxSeries(boxes, theme)],
    },
  };
}

interface BoxGiven {
  readonly format: NumberFormat;
  readonly colors: readonly string[];
}

function boxesOf(tree: PathTree, context: DrawContext<TreemapForm>, { format, colors }: BoxGiven): readonly PathBox[] {
  const { form, theme, width, height, locale } = context;
  const lit = litNodes(tree, context.selectedLabels);
  const head = form.show_upper_labels && width >= 90 && height >= 60 ? headHeight : 0;
  const areas = layOut(tree, { width, height, head });
  const wholes = areas.filter(({ isWhole }) => isWhole).map(({ node }) => node.value);
  const say = tellingLabels(wholes, format, locale);
  const labelOf = (node: PathNode, isWhole: boolean): BoxLabel | null => {
    const isShown = isWhole ? form.show_labels : head > 0;
    return isShown ? { ...wordsOf(node, { tree, context, say: isWhole ? say : format }), isHead: !isWhole } : null;
  };
  return areas.map(({ isWhole, ...area }) => ({
    ...area,
    color: colors[area.node.id] ?? theme.dataOther,
    isDimmed: lit !== null && !lit.has(area.node),
    label: labelOf(area.node, isWhole),
  }));
}

interface WordsGiven {
  readonly tree: PathTree;
  readonly context: DrawContext<TreemapForm>;
  readonly say: NumberFormat;
}

/** What a label says, as its type asks. */
function wordsOf(node: PathNode, { tree, context, say }: WordsGiven): Pick<BoxLabel, 'name' | 'figure'> {
  const type = context.form.label_type;
  const figure = type !== 'Key' && hasOwnValue(tree, node) ? say(node.value) : '';
  return { name: type === 'value' && figure !== '' ? '' : shownName(node, context.translate), figure };
}
