import { darkChartTheme, defaultTranslate, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { pathColors } from './path-colors.ts';
import { litNodes, nodeOfMark, selectionOfPath } from './path-picking.ts';
import { pathTooltip } from './path-tooltip.ts';
import { buildPathTree, labelOfNode, type PathNode, type PathTree, type PathTreeGiven } from './path-tree.ts';
import { undrawnOfTree } from './path-undrawn.ts';

type Row = Readonly<Record<string, string | number | null>>;

const usual = { columns: ['region', 'city'], metric: 'revenue' };
const treeOf = (rows: readonly Row[], given: Partial<PathTreeGiven> = {}, answers?: readonly never[] | Answers) =>
  buildPathTree(tableFromRows(rows), { ...usual, ...given }, answers ? { answers } : {});
type Answers = readonly { readonly limitReached: number | null; readonly summable: readonly string[] }[];

const rows = [
  { region: 'South', city: 'Rome', revenue: 30, orders: 3 },
  { region: 'South', city: 'Other', revenue: 10, orders: 4 },
  { region: 'North', city: 'Other', revenue: 20, orders: null },
  { region: null, city: null, revenue: 40, orders: 2 },
];

const shape = (nodes: readonly PathNode[]): unknown =>
  nodes.map(({ name, value, children }) => (children.length > 0 ? [name, value, shape(children)] : [name, value]));
const find = (tree: PathTree, label: string) => tree.nodes.find((node) => labelOfNode(node) === label)!;

describe('a tree of paths', () => {
  it('sums the parts of each part, and keeps equal names on different paths apart', () => {
    const tree = treeOf(rows, { secondMetric: 'orders' });
    expect(shape(tree.roots)).toEqual([
      [
        'South',
        40,
        [
          ['Rome', 30],
          ['Other', 10],
        ],
      ],
      ['North', 20, [['Other', 20]]],
      ['<NULL>', 40, [['<NULL>', 40]]],
    ]);
    expect(tree).toMatchObject({ total: 100, count: 4, gathered: 0 });
    expect(tree.roots.map(({ second }) => second)).toEqual([7, null, 2]);
  });

  it('has no room for what is below zero or empty, and counts it', () => {
    const tree = treeOf([
      ...rows,
      { region: 'South', city: 'Rome', revenue: -5 },
      { region: 'x', city: 'y', revenue: null },
    ]);
    expect(tree).toMatchObject({ total: 100, count: 6, negatives: 1, blanks: 1 });
    expect(undrawnOfTree(tree)).toMatchObject({ isAll: false, title: { values: { undrawn: 2, all: 6 } } });
    expect(undrawnOfTree(treeOf([{ region: 'a', city: 'b', revenue: -1 }]))?.isAll).toBe(true);
    expect(undrawnOfTree(treeOf([{ region: 'a', city: 'b', revenue: 0 }]))?.isAll).toBe(true);
    expect(undrawnOfTree(treeOf([]))).toBeNull();
    expect(undrawnOfTree(treeOf(rows))).toBeNull();
  });

  it('of 100,000 parts draws the largest, and the others of each part as one', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      region: `r${at % 10}`,
      city: `c${at}`,
      revenue: 1 + at,
    }));
    const tree = treeOf(many, { most: 300 });
    expect(tree.nodes.length).toBeLessThanOrEqual(311);
    const rests = tree.nodes.filter(({ gathered }) => gathered > 0);
    expect(rests.reduce((sum, { gathered }) => sum + gathered, 0)).toBe(tree.gathered);
    expect(undrawnOfTree(tree)?.title.values).toEqual({ gathered: tree.gathered, all: 100_000 });
    for (const root of tree.roots) expect(root.children.reduce((sum, { value }) => sum + value, 0)).toBe(root.value);
    expect(tree.roots.reduce((sum, { value }) => sum + value, 0)).toBe(tree.total);
  });

  it('of 100,000 first parts gathers those beyond the largest too', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ region: `r${at}`, city: 'c', revenue: 1 + at }));
    const tree = treeOf(many, { most: 100 });
    expect(tree.nodes.length).toBeLessThanOrEqual(102);
    expect(tree.roots.at(-1)).toMatchObject({ keys: [], children: [] });
    expect(tree.roots.reduce((sum, { value }) => sum + value, 0)).toBe(tree.total);
  });

  it('says when a limit of rows was reached, and when values do not add up', () => {
    expect(undrawnOfTree(treeOf(rows, {}, [{ limitReached: 4, summable: ['revenue'] }]))?.title.values).toEqual({
      limit: 4,
    });
    const averages = treeOf(rows, {}, [{ limitReached: null, summable: [] }]);
    expect(undrawnOfTree(averages)?.title.text).toContain('do not add up');
  });

  it('stands for one part of the metric’s name without dimensions', () => {
    expect(shape(treeOf([{ revenue: 5 }], { columns: [] }).roots)).toEqual([['revenue', 5]]);
  });
});

describe('the tooltip of a path', () => {
  const words = (tree: PathTree) => ({
    tree,
    context: { theme: darkChartTheme, locale: 'en', translate: defaultTranslate, verboseNames: { revenue: 'Revenue' } },
    format: String,
    colorOf: () => '#123456',
  });

  it('says its share of what it is part of, and of all', () => {
    const tree = treeOf(rows);
    const html = pathTooltip(find(tree, 'South, Rome'), words(tree)).replaceAll(/<[^>]*>/g, '|');
    for (const text of ['South › Rome', 'Revenue', '30', 'Share of South', '75.0 %', 'Share of all', '30.0 %'])
      expect(html).toContain(`|${text}|`);
  });

  it('says no sum and no share of what does not add up, and lets no name become markup', () => {
    const averages = treeOf([{ region: '<b>x</b>', city: 'y', revenue: 30 }], {}, [
      { limitReached: null, summable: [] },
    ]);
    const html = pathTooltip(averages.roots[0]!, words(averages));
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).not.toContain('30');
    expect(html).not.toContain('%');
    expect(pathTooltip(averages.roots[0]!.children[0]!, words(averages))).toContain('30');
  });
});

describe('picking a part', () => {
  const tree = treeOf(rows);
  const markOf = (label: string) => ({ data: { node: find(tree, label).id }, dataIndex: 99 });

  it('filters by all columns of its path, nulls as nulls', () => {
    expect(selectionOfPath(tree, markOf('South, Other'))).toEqual({
      filters: [
        { column: 'region', op: 'IN', values: ['South'] },
        { column: 'city', op: 'IN', values: ['Other'] },
      ],
      selectedLabels: ['South, Other'],
    });
    expect(selectionOfPath(tree, markOf('<NULL>'))?.filters).toEqual([{ column: 'region', op: 'IS NULL', values: [] }]);
    expect(nodeOfMark(tree, { data: {}, dataIndex: 99 })).toBeUndefined();
  });

  it('filters by nothing where parts are gathered', () => {
    const gathered = treeOf(rows, { most: 2 });
    const rest = gathered.nodes.find((node) => node.gathered > 0)!;
    expect(selectionOfPath(gathered, { data: { node: rest.id } })).toBeNull();
  });

  it('leaves lit what was chosen with its parts and what it is part of', () => {
    const lit = litNodes(tree, ['South, Rome']);
    expect([...(lit ?? [])].map(labelOfNode).sort()).toEqual(['South', 'South, Rome']);
    expect([...(litNodes(tree, ['South']) ?? [])].length).toBe(3);
    expect(litNodes(tree, [])).toBeNull();
  });
});

it('a part has the colour of its first level, paler with each level', () => {
  const tree = treeOf(rows);
  const colors = pathColors(tree, {
    theme: darkChartTheme,
    colorOf: (_, index) => ['#ff0000', '#00ff00', '#0000ff'][index]!,
  });
  expect(colors[find(tree, 'South').id]).toBe('#ff0000');
  const child = colors[find(tree, 'South, Rome').id]!;
  expect(child).toBe(colors[find(tree, 'South, Other').id]);
  expect(child).not.toBe('#ff0000');
  expect(colors[find(tree, 'North, Other').id]).not.toBe(child);
});
