import { isRecord, toList } from '@powerset/chart-kit';
import { toMetric } from './figures.ts';
import type { PivotAxis, PivotModel, PivotNode } from './model.ts';

/** The column by whose figures the reader ordered the rows. */
export interface PivotSort {
  readonly column: readonly string[];
  readonly desc: boolean;
}

/** Rows in the order of a column's figures, each within its group; what has no figure comes last. Metrics stay where they are. */
export function sortedRows({ rows, figureAt }: PivotModel, sort: PivotSort | null): PivotAxis {
  if (sort === null) return rows;
  const { split } = rows;
  const first = split?.metrics[0]?.key;
  const figureOf = ({ path }: PivotNode) => {
    const isOpen = split !== null && first !== undefined && split.level >= path.length;
    const figure = figureAt(isOpen ? toMetric(path, split.level, first) : path, sort.column);
    return typeof figure === 'number' ? figure : null;
  };
  const direction = sort.desc ? -1 : 1;
  const order = (nodes: readonly PivotNode[]): readonly PivotNode[] => {
    const below = nodes.map((node) => (node.children.length > 0 ? { ...node, children: order(node.children) } : node));
    if (nodes.some((node) => node.isMetric)) return below;
    const sized = below.map((node) => ({ node, figure: figureOf(node) }));
    sized.sort((a, b) => {
      if (a.figure === null || b.figure === null) return Number(a.figure === null) - Number(b.figure === null);
      return direction * (a.figure - b.figure);
    });
    return sized.map(({ node }) => node);
  };
  return { ...rows, nodes: order(rows.nodes) };
}

/** Largest first, smallest first, then as the chart orders. */
export function nextSort(sort: PivotSort | null, column: readonly string[]): PivotSort | null {
  if (!isSortedBy(sort, column)) return { column, desc: true };
  return sort?.desc ? { column, desc: false } : null;
}

export const isSortedBy = (sort: PivotSort | null, column: readonly string[]): boolean =>
  sort !== null && sort.column.length === column.length && sort.column.every((key, at) => key === column[at]);

export function readSort(stored: unknown): PivotSort | null {
  if (!isRecord(stored) || !Array.isArray(stored.column)) return null;
  return { column: toList(stored.column).map(String), desc: stored.desc === true };
}
