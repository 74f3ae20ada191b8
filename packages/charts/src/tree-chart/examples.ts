import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'tree_chart', id: 'id', parent: 'parent', name: 'name', metric: 'people' };

const company = [
  [1, null, 'Board', 3],
  [2, 1, 'Engineering', 12.5],
  [3, 1, 'Sales', 9],
  [4, 1, 'Operations', 7],
  [5, 2, 'Platform', 14],
  [6, 2, 'Product', 11],
  [7, 2, 'Research', 5],
  [8, 3, 'Europe', 16],
  [9, 3, 'Americas', 12],
  [10, 3, 'Asia', 8],
  [11, 4, 'Finance', 6],
  [12, 4, 'People', 5],
  [13, 5, 'Storage', 6],
  [14, 5, 'Networks', 4],
  [15, 8, 'Germany', 7],
  [16, 8, 'France', 5],
] as const;
const rows = company.map(([id, parent, name, people]) => ({ id, parent, name, people }));

export const examples: readonly ChartExample[] = [
  { name: 'departments', form: base, results: [tableFromRows(rows)] },
  {
    name: 'from top to bottom, all levels',
    form: { ...base, orient: 'TB', initialTreeDepth: -1, node_label_position: 'top' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'radial',
    form: { ...base, layout: 'radial', initialTreeDepth: -1, symbol: 'circle' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'one branch, names beside',
    form: { ...base, root_node_id: '2', child_label_position: 'right', symbol: 'rect', symbolSize: 11 },
    results: [tableFromRows(rows)],
  },
  {
    name: 'right to left without names',
    form: { ...base, orient: 'RL', name: null, metric: null, node_label_position: 'right' },
    results: [tableFromRows(rows)],
  },
  {
    name: 'hard: two roots',
    form: base,
    results: [tableFromRows([...rows, { id: 20, parent: null, name: 'Holding', people: 1 }])],
  },
  {
    name: 'hard: loops, orphans, long names',
    form: { ...base, root_node_id: 'a' },
    results: [
      tableFromRows([
        { id: 'a', parent: null, name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', people: 5 },
        { id: 'b', parent: 'a', name: '日本国内の小売店と卸売業者の合計', people: null },
        { id: 'c', parent: 'b', name: 'شركة الاتصالات السعودية', people: -3 },
        { id: 'd', parent: 'a', name: null, people: 2.5 },
        { id: 'e', parent: 'a', name: '', people: 2 },
        { id: 'x', parent: 'y', name: 'Round', people: 1 },
        { id: 'y', parent: 'x', name: 'And round', people: 1 },
        { id: 'z', parent: 'gone', name: 'Orphan', people: 1 },
      ]),
    ],
  },
  {
    name: 'hard: 2,000 nodes',
    form: { ...base, initialTreeDepth: 3 },
    results: [
      tableFromRows(
        Array.from({ length: 2000 }, (_, at) => ({
          id: `n${at}`,
          parent: at === 0 ? null : `n${Math.floor((at - 1) / 7)}`,
          name: `Node ${at}`,
          people: at % 50,
        })),
      ),
    ],
  },
];
