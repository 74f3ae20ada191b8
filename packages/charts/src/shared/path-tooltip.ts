import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import type { NumberFormat } from './metric-format.ts';
import { isRest, type PathNode, type PathTree } from './path-tree.ts';
import { type TooltipRow, tooltipHtml } from './tooltip-html.ts';

export interface PathWords {
  readonly tree: PathTree;
  readonly context: Pick<DrawContext, 'theme' | 'locale' | 'translate' | 'verboseNames'>;
  readonly format: NumberFormat;
  readonly colorOf: (node: PathNode) => string;
  /** How the second metric is written. */
  readonly formatSecond?: NumberFormat;
}

export const percentIn = (locale: string) => (share: number) => formatNumber('.1%', share, locale);

/** The name of a part as it is shown: what is gathered has one in the reader's language. */
export function shownName(node: PathNode, translate: NonNullable<DrawContext['translate']> = defaultTranslate): string {
  return isRest(node) ? translate('Others') : node.name;
}

/** Whether the value of a part means something: the sum of averages is the value of nothing. */
export const hasOwnValue = (tree: PathTree, node: PathNode): boolean =>
  tree.isAdditive || (node.children.length === 0 && node.path.length === tree.depth && !isRest(node));

/** The path of a part, its value, and its share of what it is part of and of all. */
export function pathTooltip(node: PathNode, words: PathWords): string {
  const { context, tree } = words;
  const { translate = defaultTranslate } = context;
  const names = isRest(node) ? [...node.path, translate('Others')] : node.path;
  return tooltipHtml(
    {
      title: names.join(' › '),
      rows: rowsOf(node, words),
      ...(isRest(node)
        ? { more: translate(msg('{{count}} parts stand together here.'), { count: node.gathered }) }
        : {}),
      ...(tree.isAdditive && tree.total > 0
        ? { foot: { label: translate(msg('Share of all')), value: percentIn(context.locale)(node.value / tree.total) } }
        : {}),
    },
    context.theme,
  );
}

function rowsOf(node: PathNode, words: PathWords): readonly TooltipRow[] {
  const { context, tree, format, formatSecond, colorOf } = words;
  const { translate = defaultTranslate, verboseNames, locale } = context;
  const color = colorOf(node);
  const nameOf = (metric: string) => verboseNames[metric] ?? metric;
  const isSaid = hasOwnValue(tree, node);
  const parent = node.parent;
  return [
    ...(isSaid ? [{ color, label: nameOf(tree.metric), value: format(node.value) }] : []),
    ...(tree.secondMetric !== null && formatSecond && isSaid
      ? [{ color: 'transparent', label: nameOf(tree.secondMetric), value: formatSecond(node.second) }]
      : []),
    ...(tree.isAdditive && parent && parent.value > 0
      ? [
          {
            color: 'transparent',
            label: translate(msg('Share of {{name}}'), { name: parent.name }),
            value: percentIn(locale)(node.value / parent.value),
          },
        ]
      : []),
  ];
}

/** What the picture says above all: the largest part of the first level. */
export function pathStatement({ tree, context, format }: Omit<PathWords, 'colorOf'>): string {
  const { translate = defaultTranslate } = context;
  const [first, ...others] = tree.roots.filter((node) => !isRest(node));
  if (!first) return '';
  const most = others.reduce((best, node) => (node.value > best.value ? node : best), first);
  const values = { label: most.name, count: tree.roots.length, value: format(most.value) };
  if (!tree.isAdditive || tree.total <= 0)
    return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
  const share = percentIn(context.locale)(most.value / tree.total);
  return translate(msg('{{label}} is the largest of {{count}}: {{value}}, {{share}} of all.'), { ...values, share });
}
