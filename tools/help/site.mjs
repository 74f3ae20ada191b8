/**
 * The help as a folder of pages: what `docs` and some documents beside it say, with a navigation, and a search that needs
 * no server. The product serves it under /help/; `npm run docs` writes it for any other place.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { elementsIn, readDocument, sectionsOf } from './documents.mjs';
import { copiedName, darkTwin, linkResolver } from './links.mjs';
import { listGroups } from './pages.mjs';
import { htmlOfPage } from './template.mjs';

const writer = unified().use(rehypeStringify);
const own = (root, name) => join(root, 'tools/help', name);
const fontFile = 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

/** Every page with its nodes; what is wrong with links is in `problems`. */
export function readHelp(root) {
  const groups = listGroups(root);
  const pages = groups.flatMap((group) => group.pages.map((page) => readPage(root, page, group)));
  const copies = new Map();
  const problems = [];
  const onFile = (file) => {
    const name = copiedName(file);
    if ((copies.get(name) ?? file) !== file) problems.push(`${file} and ${copies.get(name)} are both called ${name}`);
    copies.set(name, file);
    return name;
  };
  const resolve = linkResolver(root, pages, { onFile, onProblem: (problem) => problems.push(problem) });
  for (const page of pages) arrange(page, (address) => resolve(page, address), { root, onFile });
  return { groups, pages, copies, problems };
}

function readPage(root, page, { isFoundLast = false }) {
  const nodes = readDocument(readFileSync(join(root, page.file), 'utf8'), page.section);
  const sections = sectionsOf(nodes);
  const title = sections.find(({ level }) => level === 1) ?? { heading: page.name, anchor: '' };
  return {
    ...page,
    label: page.label ?? title.heading,
    title,
    nodes,
    sections,
    anchors: new Set(sections.map(({ anchor }) => anchor)),
    isFoundLast,
  };
}

/** Links lead to pages, wide things scroll by themselves, headings can be linked to. */
function arrange(page, resolve, { root, onFile }) {
  for (const element of [...elementsIn(page.nodes)]) {
    const { tagName, properties } = element;
    if (tagName === 'a' && properties.href) properties.href = resolve(properties.href);
    if (tagName === 'img') arrangePicture(element, resolve(properties.src), { root, onFile });
    if (tagName === 'pre') properties.tabIndex = 0;
    if (tagName === 'table') wrap(element, { className: ['wide'], tabIndex: 0, role: 'group', ariaLabel: 'Table' });
    if (/^h[2-4]$/.test(tagName) && properties.id) element.children.push(anchorLink(properties.id));
  }
}

function anchorLink(id) {
  return {
    type: 'element',
    tagName: 'a',
    // The heading is there for whoever reads aloud; this is for whoever wants its address.
    properties: { className: ['anchor'], href: `#${id}`, ariaHidden: 'true', tabIndex: -1 },
    children: [{ type: 'text', value: '#' }],
  };
}

/** A screen has a picture in either theme, of which the page shows the one that suits. */
function arrangePicture(element, name, { root, onFile }) {
  const file = `docs/screenshots/${name.slice('pictures/'.length)}`;
  const isScreen = /-light(-phone)?\.webp$/.test(name) && existsSync(join(root, file));
  element.properties = { ...element.properties, src: name, loading: 'lazy' };
  if (!isScreen) return;
  const { width, height } = sizeOfWebp(readFileSync(join(root, file)));
  const picture = (src, theme) => ({
    type: 'element',
    tagName: 'img',
    properties: { ...element.properties, src, width, height, className: ['screen', theme] },
    children: [],
  });
  element.children = [picture(name, 'in-light')];
  if (existsSync(join(root, darkTwin(file)))) element.children.push(picture(onFile(darkTwin(file)), 'in-dark'));
  element.tagName = 'span';
  element.properties = { className: ['screens'] };
}

/** Width and height stand in the first bytes, in one place for each of the three kinds. */
export function sizeOfWebp(bytes) {
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}

function wrap(element, properties) {
  const inside = { ...element };
  Object.assign(element, { tagName: 'div', properties, children: [inside] });
}

/**
 * Writes the folder anew.
 * @param {{ home?: string | null }} [within] where the product is, of help that lies within it
 */
export function writeHelp(root, folder, { home = null } = {}) {
  const { groups, pages, copies, problems } = readHelp(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const put = (name, text) => writeFileSync(join(folder, name), text);
  for (const page of pages) {
    const body = writer.stringify({ type: 'root', children: page.nodes });
    put(`${page.name}.html`, htmlOfPage({ page, body, groups, pages, home }));
  }
  put('404.html', htmlOfPage({ page: missingPage, body: missingBody, groups, pages, home }));
  put('search-index.js', `window.powersetHelp=${JSON.stringify(searchIndex(pages))};\n`);
  put('help.js', scriptOf(root));
  put(
    'help.css',
    readFileSync(join(root, 'packages/ui/src/tokens.css'), 'utf8') + readFileSync(own(root, 'help.css'), 'utf8'),
  );
  for (const [name, file] of [...copies, ['inter.woff2', fontFile], ['favicon.svg', 'apps/web/public/favicon.svg']]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, file), join(folder, name));
  }
  return { problems, count: pages.length };
}

const missingPage = { name: '404', title: { heading: 'There is no such page' }, sections: [] };
const missingBody =
  '<h1>There is no such page</h1><p>The navigation names all that there are, and the search finds what they say.</p>';

/** Each part of a page: its address, what stands over it and what it says. */
function searchIndex(pages) {
  return pages.map(({ name, label, sections, isFoundLast }) => ({
    page: `${name}.html`,
    title: label,
    ...(isFoundLast ? { isFoundLast } : {}),
    parts: sections.map(({ anchor, level, heading, text }) => [level === 1 ? '' : anchor, heading, text]),
  }));
}

function scriptOf(root) {
  const words = JSON.parse(readFileSync(own(root, 'words.json'), 'utf8'));
  return readFileSync(own(root, 'help.js'), 'utf8').replace('__WORDS__', () => JSON.stringify(words));
}
