import { type Clash, inWords, type Versions } from '../../../conflicts/index.ts';
import { msg } from '../../../i18n/index.ts';
import { type Layout, type LayoutNode, nameOf, rootId } from '../layout/index.ts';
import { outline } from './aspects.ts';
import type { LayoutClash } from './merge-layouts.ts';

export type Translate = (text: string, values?: Record<string, string | number>) => string;

const fieldLabels: Readonly<Record<string, string>> = {
  width: msg('Width'),
  height: msg('Height'),
  sliceNameOverride: msg('Name'),
  text: msg('Text'),
  code: msg('Text'),
  headerSize: msg('Header size'),
  background: msg('Background'),
};

/** What both changed of a part, in words: what it is called, and where it stands or what it says in each version. */
export function toLayoutClash(clash: LayoutClash, layouts: Versions<Layout>, t: Translate): Clash {
  const { id, nodeId, field } = clash;
  const node = [layouts.mine, layouts.theirs, layouts.base].map((layout) => layout[nodeId]).find(Boolean);
  const name = node ? nameOf(node, t) : nodeId;
  const words = (to: (layout: Layout) => string) => ({
    id,
    base: to(layouts.base),
    theirs: to(layouts.theirs),
    mine: to(layouts.mine),
  });
  const partOf = (layout: Layout) => outline(layout, { id: nodeId, depth: 0, t });
  switch (clash.kind) {
    case 'whole':
      return { label: t('Layout'), ...words((layout) => outline(layout, { id: rootId, depth: 0, t })) };
    case 'existence':
      return { label: name, ...words((layout) => (layout[nodeId] ? partOf(layout) : t('Removed'))) };
    case 'place':
      return { label: t('{{name}}: place', { name }), ...words((layout) => placeOf(layout, nodeId, t)) };
    case 'order':
      return { label: t('{{name}}: order', { name }), ...words((layout) => childNames(layout, nodeId, t)) };
    case 'meta':
      return {
        label: `${name}: ${t(fieldLabels[field ?? ''] ?? (field || 'Text'))}`,
        ...words((layout) => inWords(layout[nodeId]?.meta[field ?? ''])),
      };
  }
}

/** The tabs, rows and columns that a part stands in, from outside. */
function placeOf(layout: Layout, id: string, t: Translate): string {
  const parent = Object.values(layout).find((node) => node.children.includes(id));
  if (!parent || parent.id === rootId) return '';
  const outer = placeOf(layout, parent.id, t);
  const own = ownName(layout, parent, t);
  return [outer, own].filter(Boolean).join(' › ');
}

function ownName(layout: Layout, node: LayoutNode, t: Translate): string {
  if (node.type === 'GRID' || node.type === 'TABS') return '';
  const siblings = Object.values(layout).find((one) => one.children.includes(node.id))?.children ?? [];
  const number = siblings.filter((one) => layout[one]?.type === node.type).indexOf(node.id) + 1;
  if (node.type === 'ROW') return t('Row {{number}}', { number });
  if (node.type === 'COLUMN') return t('Column {{number}}', { number });
  return nameOf(node, t);
}

/** Rows and columns have no names: they are what stands in them. */
function childNames(layout: Layout, id: string, t: Translate): string {
  return (layout[id]?.children ?? []).map((child) => deepName(layout, child, t)).join('\n');
}

function deepName(layout: Layout, id: string, t: Translate): string {
  const node = layout[id];
  if (!node) return '';
  const isFrame = node.type === 'ROW' || node.type === 'COLUMN';
  if (!isFrame || node.children.length === 0) return nameOf(node, t);
  return node.children.map((child) => deepName(layout, child, t)).join(', ');
}
