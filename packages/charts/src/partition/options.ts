import { type DrawContext, defaultTranslate } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat, type NumberFormat } from '../shared/metric-format.ts';
import { boxSeries, type PathBox } from '../shared/path-boxes.ts';
import { pathColors } from '../shared/path-colors.ts';
import { litNodes } from '../shared/path-picking.ts';
import { hasOwnValue, pathStatement, pathTooltip, percentIn, shownName } from '../shared/path-tooltip.ts';
import type { PathNode, PathTree } from '../shared/path-tree.ts';
import { fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { PartitionForm } from './form.ts';
import { layOut } from './layout.ts';
import type { Partitions } from './partitions.ts';
import { type BoxMark, nodeOfBox } from './picking.ts';

const headHeight = 20;
const betweenMetrics = 8;

interface Band {
  readonly tree: PathTree;
  readonly index: number;
  readonly y: number;
  readonly height: number;
  readonly hasHead: boolean;
  readonly say: NumberFormat;
  readonly colors: readonly string[];
}

export function toOptions(partitions: Partitions, context: DrawContext<PartitionForm>): EChartOptions {
  const { theme } = context;
  const bands = bandsOf(partitions, context);
  const boxes = bands.map((band) => boxesOf(band, partitions, context));
  const heads = bands.filter(({ hasHead }) => hasHead).map((band) => headOf(band, context));
  return {
    marks: boxes.flat().length,
    statement: () => bands.map(({ tree, say }) => pathStatement({ tree, context, format: say })).join(' '),
    option: {
      ...baseOption(theme),
      tooltip: {
        ...tooltipBox(theme),
        trigger: 'item',
        formatter: (mark: BoxMark) => tooltipOf(mark, bands, context),
      },
      ...(heads.length > 0 ? { graphic: heads } : {}),
      series: boxes.map((own, index) => withTree(boxSeries(own, theme), index)),
    },
  };
}

/** Items say to which metric they belong. */
function withTree(series: Record<string, unknown>, tree: number): Record<string, unknown> {
  // The data that `boxSeries` writes.
  const data = series.data as readonly object[];
  return { ...series, id: `parts:${tree}`, data: data.map((item) => ({ ...item, tree })) };
}

/** One above the other, equally high. */
function bandsOf({ trees }: Partitions, context: DrawContext<PartitionForm>): readonly Band[] {
  const { form, height, locale } = context;
  const high = Math.max(1, (height - betweenMetrics * (trees.length - 1)) / Math.max(1, trees.length));
  const hasHead = trees.length > 1 && high > 60;
  return trees.map((tree, index) => {
    const format = metricFormat(tree.metric, form, context);
    const isShare = form.contribution && tree.isAdditive && tree.total > 0;
    return {
      ...{ tree, index, hasHead },
      y: index * (high + betweenMetrics) + (hasHead ? headHeight : 0),
      height: Math.max(1, high - (hasHead ? headHeight : 0)),
      say: isShare ? (value) => percentIn(locale)((value ?? 0) / tree.total) : format,
      colors: pathColors(tree, context),
    };
  });
}

function boxesOf(band: Band, { hasTimes }: Partitions, context: DrawContext<PartitionForm>): readonly PathBox[] {
  const { form, theme, width, translate } = context;
  const { tree, y, height, say, colors } = band;
  const lit = litNodes(tree, context.selectedLabels);
  const space = { x: 0, y, width, height };
  const look = { isLog: form.log_scale, isEven: hasTimes && form.equal_date_size };
  return layOut(tree, space, look).map((strip) => ({
    ...strip,
    color: colors[strip.node.id] ?? theme.dataOther,
    isDimmed: lit !== null && !lit.has(strip.node),
    label: {
      name: shownName(strip.node, translate),
      figure: hasOwnValue(tree, strip.node) ? say(strip.node.value) : '',
      isHead: strip.height < 36,
      isStrong: false,
    },
  }));
}

function headOf({ tree, y, say }: Band, { theme, width, verboseNames }: DrawContext<PartitionForm>) {
  const name = verboseNames[tree.metric] ?? tree.metric;
  const text = tree.isAdditive ? `${name}  ${say(tree.total)}` : name;
  return {
    type: 'text',
    silent: true,
    style: {
      text: fitText(text, width - 8, 12),
      x: 0,
      y: y - headHeight / 2,
      verticalAlign: 'middle',
      fontSize: 12,
      fontWeight: 600,
      fontFamily: theme.font,
      fill: theme.text,
    },
  };
}

function tooltipOf(mark: BoxMark, bands: readonly Band[], context: DrawContext<PartitionForm>): string {
  const picked = nodeOfBox(
    bands.map(({ tree }) => tree),
    mark,
  );
  const band = bands[picked?.index ?? -1];
  if (!picked || !band) return '';
  const { theme } = context;
  const { tree, say, colors } = band;
  const colorOf = (node: PathNode) => colors[node.id] ?? theme.dataOther;
  if (context.form.rich_tooltip) return pathTooltip(picked.node, { tree, context, format: say, colorOf });
  return plainTooltip(picked.node, { band, context, color: colorOf(picked.node) });
}

/** The part alone, without what it is part of. */
function plainTooltip(
  node: PathNode,
  {
    band,
    context,
    color,
  }: { readonly band: Band; readonly context: DrawContext<PartitionForm>; readonly color: string },
): string {
  const { tree, say } = band;
  const { theme, verboseNames, translate = defaultTranslate } = context;
  const rows = hasOwnValue(tree, node)
    ? [{ color, label: verboseNames[tree.metric] ?? tree.metric, value: say(node.value) }]
    : [];
  return tooltipHtml({ title: shownName(node, translate), rows }, theme);
}
