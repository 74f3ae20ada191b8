import type { CSSProperties } from 'react';
import type { LayoutNode } from '../layout/index.ts';

/** A row divides its room into equal columns; what stands in it spans some of them. */
export function rowStyle(room: number): CSSProperties {
  return { gridTemplateColumns: `repeat(${room}, minmax(0, 1fr))` };
}

export function cellStyle(width: number): CSSProperties {
  return { gridColumn: `span ${Math.max(1, width)}` };
}

const halfWidth = 4;
const kpiHeight = 24;

/** Small cards, such as big numbers, stand two across on a phone. */
export function isHalfOnPhone(node: LayoutNode): boolean {
  return node.type === 'CHART' && (node.meta.width ?? 0) <= halfWidth && (node.meta.height ?? 0) <= kpiHeight;
}
