import { type DrawContext, defaultTranslate, formatNumber, legibleTextOn, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { fitText } from '../shared/text-widths.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { EventFlowForm } from './form.ts';
import { type Bar, layoutTree, type Thin, type TreeLayout } from './layout.ts';
import type { Paths } from './paths.ts';

const gap = 1;
const dimmed = 0.32;
const labelSize = 11;

type Context = DrawContext<EventFlowForm>;

export function toOptions(paths: Paths, context: Context): EChartOptions {
  const { theme } = context;
  const tree = layoutTree(paths, context);
  const colors = new Map(paths.events.map((event, index) => [event, context.colorOf(event, index)]));
  const shapes = [
    ...tree.bars.map((bar) => barShape(bar, colors.get(bar.node.event) ?? theme.dataOther, context)),
    ...tree.thin.map((thin) => rectangle(thin, { fill: theme.dataOther, opacity: 0.5 })),
  ];
  return {
    marks: shapes.length,
    statement: () => statementOf(paths, context),
    option: {
      ...baseOption(theme),
      ...(tree.top > 0 ? { graphic: stepNames(tree, context) } : {}),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(paths, { tree, colors, context }) },
      series: [
        {
          id: 'paths',
          type: 'custom',
          coordinateSystem: 'none',
          animation: false,
          renderItem: ({ dataIndex }: { readonly dataIndex: number }) => shapes[dataIndex],
          data: [
            ...tree.bars.map(({ node }) => ({ name: node.event, value: node.count })),
            ...tree.thin.map(({ count }) => ({ name: '', value: count })),
          ],
        },
      ],
    },
  };
}

interface Look {
  readonly fill: string;
  readonly opacity: number;
}

const rectangle = ({ x, y, width, height }: Pick<Bar, 'x' | 'y' | 'width' | 'height'>, style: Look) => ({
  type: 'rect',
  shape: {
    x,
    y,
    width: Math.max(0.5, width - gap),
    // Between bars that are hardly there the gaps would be all that is seen.
    height: Math.max(0.5, height - (height > 4 ? gap : 0)),
    r: 2,
  },
  style,
});

function barShape(bar: Bar, color: string, { theme, selectedLabels, locale }: Context) {
  const isDimmed = selectedLabels.length > 0 && !selectedLabels.includes(bar.node.event);
  const shape = rectangle(bar, { fill: color, opacity: isDimmed ? dimmed : 1 });
  const count = formatNumber('SMART_NUMBER', bar.node.count, locale);
  const text = bar.height >= 14 && bar.width >= 36 ? labelOf(bar, count) : '';
  if (text === '') return shape;
  return {
    ...shape,
    textContent: {
      type: 'text',
      style: {
        text,
        fontSize: labelSize,
        fontFamily: theme.font,
        fill: legibleTextOn(color),
        opacity: isDimmed ? dimmed : 1,
      },
    },
    textConfig: { position: bar.height >= 34 ? 'insideTopLeft' : 'insideLeft', distance: 5 },
  };
}

/** The name, and how many where that fits beside it. */
function labelOf({ node, width }: Bar, count: string): string {
  const room = width - 12;
  const both = `${node.event}  ${count}`;
  return fitText(both, room, labelSize) === both ? both : fitText(node.event, room, labelSize);
}

function stepNames({ steps, stepWidth }: TreeLayout, { theme, translate = defaultTranslate }: Context) {
  return Array.from({ length: steps }, (_, at) => ({
    type: 'text',
    x: at * stepWidth,
    y: 0,
    silent: true,
    style: {
      text: fitText(
        stepWidth < 70 ? String(at + 1) : translate(msg('Step {{number}}'), { number: at + 1 }),
        stepWidth,
        labelSize,
      ),
      fontSize: labelSize,
      fontFamily: theme.font,
      fill: theme.textTertiary,
    },
  }));
}

interface Drawn {
  readonly tree: TreeLayout;
  readonly colors: ReadonlyMap<string, string>;
  readonly context: Context;
}

function tooltipOf(paths: Paths, { tree, colors, context }: Drawn): (params: unknown) => string {
  return (params) => {
    // ECharts passes the hit bar; only its position is used.
    const { dataIndex } = params as { readonly dataIndex: number };
    const bar = tree.bars[dataIndex];
    if (bar) return barTooltip(bar, colors.get(bar.node.event) ?? '', { paths, context });
    const thin = tree.thin[dataIndex - tree.bars.length];
    return thin ? thinTooltip(thin, context) : '';
  };
}

function thinTooltip({ count }: Thin, { theme, locale, translate = defaultTranslate }: Context): string {
  const value = formatNumber(',d', count, locale);
  return tooltipHtml(
    { title: translate('Others'), rows: [{ color: theme.dataOther, label: translate('Paths'), value }] },
    theme,
  );
}

function barTooltip(
  { node, path }: Bar,
  color: string,
  { paths, context }: { readonly paths: Paths; readonly context: Context },
): string {
  const { theme, locale, translate = defaultTranslate } = context;
  const plain = (value: number) => formatNumber(',d', value, locale);
  const row = (label: string, value: string) => ({ color: 'transparent', label, value });
  const rows = [
    { color, label: translate('Paths'), value: plain(node.count) },
    row(translate('Share of all'), formatNumber('.1%', node.count / Math.max(1, paths.entities), locale)),
    ...(node.ends > 0 ? [row(translate('End here'), plain(node.ends))] : []),
    ...(node.wait === null
      ? []
      : [row(translate('Mean time since the event before'), formatNumber('DURATION', node.wait, locale))]),
    ...node.metadata.map(({ label, value, count }) => row(`${label}: ${value}`, plain(count))),
  ];
  return tooltipHtml({ title: path.join(' → '), rows }, theme);
}

function statementOf({ roots, entities }: Paths, { translate = defaultTranslate, locale }: Context): string {
  const names: string[] = [];
  let [nodes, count] = [roots, entities];
  while (nodes[0]) {
    const [most] = nodes;
    // What most do next: a way that fewer go than end is none.
    if (most.count * 2 < count && names.length > 1) break;
    names.push(most.event);
    [nodes, count] = [most.children, most.count];
  }
  return translate(msg('{{count}} of {{total}} paths begin with {{path}}.'), {
    count: formatNumber(',d', count, locale),
    total: formatNumber(',d', entities, locale),
    path: names.join(' → '),
  });
}
