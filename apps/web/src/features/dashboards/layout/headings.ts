import type { Layout } from './nodes.ts';

/** Whether a heading of the layout stands before a part, in its tab or in front of the tabs around it. */
export function isUnderHeading(layout: Layout, id: string): boolean {
  const parents = layout[id]?.parents ?? [];
  return parents.some((parentId, at) => {
    const parent = layout[parentId];
    // Of tabs side by side only one is seen.
    if (!parent || parent.type === 'TABS') return false;
    const before = parent.children.slice(0, Math.max(0, parent.children.indexOf(parents[at + 1] ?? id)));
    return before.some((sibling) => hasHeading(layout, sibling));
  });
}

function hasHeading(layout: Layout, id: string): boolean {
  const node = layout[id];
  if (!node || node.type === 'TABS') return false;
  return node.type === 'HEADER' || node.children.some((child) => hasHeading(layout, child));
}
