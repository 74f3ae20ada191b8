/**
 * Where links and pictures of a document lead within the help: to pages, to copies of files that it names, or outside.
 */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

const isOutside = (address) => /^(https?|mailto):/.test(address);

/** `pages` hold their file and `anchors`; `onFile` hears of a file that has to be copied, `onProblem` of what leads nowhere. */
export function linkResolver(root, pages, { onFile, onProblem }) {
  const toPage = (file, anchor, from) => {
    const candidates = pages.filter((page) => page.file === file);
    if (file === 'README.md' && anchor === '') return 'index.html';
    const page = anchor === '' ? candidates[0] : candidates.find(({ anchors }) => anchors.has(anchor));
    if (!page) return undefined;
    const isTitle = page.title?.anchor === anchor && page !== from;
    return `${page === from && anchor !== '' ? '' : `${page.name}.html`}${anchor === '' || isTitle ? '' : `#${anchor}`}`;
  };
  return (page, address) => {
    if (isOutside(address)) return address;
    const [path = '', anchor = ''] = address.split('#');
    const file = path === '' ? page.file : posix.normalize(posix.join(posix.dirname(page.file), decodeURI(path)));
    const found = toPage(file, decodeURIComponent(anchor), page);
    if (found) return found;
    if (path !== '' && anchor === '' && !file.startsWith('..') && isFile(join(root, file))) return onFile(file);
    onProblem(`${page.file}: ${address} leads nowhere`);
    return '#';
  };
}

function isFile(path) {
  return existsSync(path) && statSync(path).isFile();
}

/** Under which name a file is copied; pictures of charts are called alike in each folder. */
export function copiedName(file) {
  if (file.startsWith('docs/screenshots/')) return `pictures/${basename(file)}`;
  if (/\.(svg|png|webp)$/.test(file)) return `pictures/${basename(dirname(file))}-${basename(file)}`;
  return `files/${basename(file)}`;
}

/** The same screen in the other theme. */
export const darkTwin = (file) => file.replace(/-light(-phone)?\.webp$/, '-dark$1.webp');
