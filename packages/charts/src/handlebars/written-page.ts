import type { Element, Root, RootContent } from 'hast';
import { raw } from 'hast-util-raw';
import type { Schema } from 'hast-util-sanitize';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { safeSchema } from '../shared/safe-elements.tsx';
import { cleanDeclarations } from './scoped-css.ts';

/** Reading Markdown takes a second for a megabyte; longer texts are taken for HTML alone. */
const longestMarkdown = 60_000;

/** What a template may write: classes and styles besides, which the frame holds within itself. */
export const writtenSchema: Schema = {
  ...safeSchema,
  tagNames: [
    ...(safeSchema.tagNames ?? []),
    'section',
    'article',
    'header',
    'footer',
    'figure',
    'figcaption',
    'mark',
    'small',
    'u',
  ],
  attributes: {
    ...safeSchema.attributes,
    // An entry for one element would bound its classes again.
    a: ['href', 'title'],
    code: [],
    li: [],
    ol: [],
    ul: [],
    h2: [],
    section: [],
    '*': [...(safeSchema.attributes?.['*'] ?? []), 'className', 'style'],
  },
};

/** What was written as a tree: Markdown with HTML in it, as authors mix them. */
export function toTree(text: string): Root {
  const isMarkdown = text.length <= longestMarkdown;
  // Both make a root of a root.
  const tree = (
    isMarkdown ? markdownTree(text) : raw({ type: 'root', children: [{ type: 'raw', value: text }] })
  ) as Root;
  cleanStyles(tree.children, 0);
  return tree;
}

function markdownTree(text: string) {
  const markdown = fromMarkdown(text, {
    // Templates are indented, which would make code of them.
    extensions: [gfm(), { disable: { null: ['codeIndented'] } }],
    mdastExtensions: [gfmFromMarkdown()],
  });
  return raw(toHast(markdown, { allowDangerousHtml: true }));
}

const deepest = 200;

function cleanStyles(nodes: RootContent[] | Element['children'], depth: number): void {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    const { style } = node.properties;
    if (style !== undefined) node.properties.style = cleanDeclarations(String(style));
    // The browser draws no deeper; what is in there is left out.
    if (depth >= deepest) node.children = [];
    else cleanStyles(node.children, depth + 1);
  }
}
