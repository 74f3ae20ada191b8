/**
 * Documents of markdown as trees of what a page shows: sanitised, each heading under the name by which links call it.
 */
import rehypeRaw from 'rehype-raw';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const reader = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize);

const isHeading = ({ tagName = '' }) => /^h[1-6]$/.test(tagName);
const levelOf = ({ tagName }) => Number(tagName.slice(1));

/** All that is written inside. */
export function textOf(node) {
  if (node.type === 'text') return node.value;
  const between = ['tr', 'li', 'ul', 'ol', 'td', 'th', 'p', 'table', 'tbody', 'thead', 'div'].includes(node.tagName)
    ? ' '
    : '';
  return (node.children ?? []).map(textOf).join('') + between;
}

/** As those who host code name a heading: small letters, spaces as dashes, the rest of the signs left out. */
export function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The nodes of a document, or of one of its sections, whose title is then that of the page. */
export function readDocument(markdown, section) {
  const tree = reader.runSync(reader.parse(markdown));
  nameHeadings(tree);
  const nodes = section ? nodesOfSection(tree.children, section) : tree.children;
  if (nodes.length === 0) throw new Error(`There is no section "${section}"`);
  return nodes;
}

function nameHeadings(tree) {
  const taken = new Map();
  for (const heading of tree.children.filter(isHeading)) {
    const slug = slugOf(textOf(heading));
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    heading.properties = { ...heading.properties, id: count === 0 ? slug : `${slug}-${count}` };
  }
}

function nodesOfSection(nodes, section) {
  const from = nodes.findIndex((node) => isHeading(node) && textOf(node).trim() === section);
  if (from < 0) return [];
  const level = levelOf(nodes[from]);
  const length = nodes.slice(from + 1).findIndex((node) => isHeading(node) && levelOf(node) <= level);
  const own = nodes.slice(from, length < 0 ? undefined : from + 1 + length);
  for (const heading of own.filter(isHeading)) heading.tagName = `h${levelOf(heading) - level + 1}`;
  return own;
}

/** What stands under each heading, as text to search through. */
export function sectionsOf(nodes) {
  const sections = [];
  for (const node of nodes) {
    if (isHeading(node)) {
      sections.push({ anchor: node.properties.id, level: levelOf(node), heading: textOf(node).trim(), text: '' });
    } else if (sections.length > 0) {
      sections.at(-1).text += ` ${textOf(node)}`;
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** Every element below, each once. */
export function* elementsIn(nodes) {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    yield node;
    yield* elementsIn(node.children);
  }
}
