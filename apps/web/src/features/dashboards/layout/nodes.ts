import { msg } from '../../../i18n/index.ts';
export const nodeTypes = [
  'ROOT',
  'GRID',
  'ROW',
  'COLUMN',
  'CHART',
  'MARKDOWN',
  'HEADER',
  'DIVIDER',
  'TABS',
  'TAB',
  'DYNAMIC',
] as const;
export type NodeType = (typeof nodeTypes)[number];

export interface LayoutMeta {
  /** Grid columns, of charts, texts and columns. */
  readonly width?: number;
  /** Units of 8 px, of charts and texts. */
  readonly height?: number;
  readonly chartId?: number;
  readonly uuid?: string;
  readonly sliceName?: string;
  readonly sliceNameOverride?: string;
  readonly text?: string;
  readonly defaultText?: string;
  readonly placeholder?: string;
  /** Markdown text. */
  readonly code?: string;
  readonly headerSize?: string;
  readonly background?: string;
  readonly [key: string]: unknown;
}

export interface LayoutNode {
  readonly id: string;
  readonly type: NodeType;
  readonly children: readonly string[];
  /** Ids from the root down to the parent. */
  readonly parents: readonly string[];
  readonly meta: LayoutMeta;
}

export type Layout = Readonly<Record<string, LayoutNode>>;

export const rootId = 'ROOT_ID';
export const gridId = 'GRID_ID';
export const headerId = 'HEADER_ID';
export const versionKey = 'DASHBOARD_VERSION_KEY';

export const gridColumns = 12;
export const unitPx = 8;
export const minHeight = 5;
export const maxHeight = 100;
const defaultChartSize = { width: 4, height: 50 } as const;

const transparent = 'BACKGROUND_TRANSPARENT';

const defaultMeta: Readonly<Record<NodeType, LayoutMeta>> = {
  ROOT: {},
  GRID: {},
  CHART: defaultChartSize,
  MARKDOWN: { ...defaultChartSize, code: '' },
  COLUMN: { width: 4, background: transparent },
  ROW: { background: transparent },
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', background: transparent },
  TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
  DYNAMIC: { width: 12, background: transparent },
  DIVIDER: {},
  TABS: {},
};

/** A new node of a type, with the type's own meta under what is given. */
export function newNode(type: NodeType, id: string, meta: LayoutMeta = {}): LayoutNode {
  return { id, type, children: [], parents: [], meta: { ...defaultMeta[type], ...meta } };
}

export function emptyLayout(): Layout {
  return {
    [rootId]: { ...newNode('ROOT', rootId), children: [gridId] },
    [gridId]: { ...newNode('GRID', gridId), parents: [rootId] },
  };
}

/** Charts and texts, which have a height of their own. */
export function hasHeight(type: NodeType): boolean {
  return type === 'CHART' || type === 'MARKDOWN';
}

export function hasWidth(type: NodeType): boolean {
  return hasHeight(type) || type === 'COLUMN' || type === 'DYNAMIC';
}

export function isNodeType(value: unknown): value is NodeType {
  return nodeTypes.some((type) => type === value);
}

const typeNames: Readonly<Record<NodeType, string>> = {
  ROOT: msg('Dashboard'),
  GRID: msg('Dashboard'),
  CHART: msg('Chart'),
  MARKDOWN: msg('Text'),
  COLUMN: msg('Column'),
  ROW: msg('Row'),
  HEADER: msg('Header'),
  TAB: msg('Tab'),
  DYNAMIC: msg('Part of another kind'),
  DIVIDER: msg('Divider'),
  TABS: msg('Tabs'),
};

/** What a part is called: its own name, else that of its type. */
export function nameOf(node: LayoutNode, t: (text: string) => string): string {
  const { sliceNameOverride, sliceName, text } = node.meta;
  return sliceNameOverride || sliceName || text || t(typeNames[node.type]);
}
