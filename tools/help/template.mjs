/** What stands around the text of a page of the help. */

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const mark =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true"><path d="M10 3 3.5 10 10 17l6.5-7z" class="mark-line"/><circle cx="10" cy="3" r="2.4" class="mark-full"/><circle cx="10" cy="17" r="2.4" class="mark-full"/><circle cx="3.5" cy="10" r="2.4" class="mark-line"/><circle cx="16.5" cy="10" r="2.4" class="mark-line"/></svg>';

function navigation(groups, pages, current) {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const item = ({ name }) =>
    `<li><a href="${name}.html"${name === current ? ' aria-current="page"' : ''}>${escaped(byName.get(name).label)}</a></li>`;
  return groups.map(({ title, pages: own }) => `<h2>${escaped(title)}</h2><ul>${own.map(item).join('')}</ul>`).join('');
}

function contents(sections) {
  const parts = sections.filter(({ level }) => level === 2);
  if (parts.length < 2) return '';
  const items = parts.map(({ anchor, heading }) => `<li><a href="#${escaped(anchor)}">${escaped(heading)}</a></li>`);
  return `<nav class="contents" aria-labelledby="contents-title"><h2 id="contents-title" data-word="onThisPage">On this page</h2><ul>${items.join('')}</ul></nav>`;
}

/** The page before and after, in the order of the navigation. */
function neighbours(pages, current) {
  const at = pages.findIndex(({ name }) => name === current);
  const link = (page, rel, arrow) =>
    page ? `<a rel="${rel}" href="${page.name}.html">${arrow(escaped(page.label))}</a>` : '<span></span>';
  if (at < 0) return '';
  const before = link(pages[at - 1], 'prev', (label) => `← ${label}`);
  return `<div class="neighbours">${before}${link(pages[at + 1], 'next', (label) => `${label} →`)}</div>`;
}

/** A page as a file. */
export function htmlOfPage({ page, body, groups, pages, home }) {
  const title = page.name === 'index' ? 'Help - Powerset' : `${escaped(page.title.heading)} - Powerset`;
  const back = home ? `<a class="back" href="${home}" data-word="back">Back to Powerset</a>` : '';
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="favicon.svg">
<link rel="preload" href="inter.woff2" as="font" type="font/woff2" crossorigin>
<script src="help.js"></script>
<link rel="stylesheet" href="help.css">
</head>
<body>
<a class="skip" href="#text" data-word="skip">Skip to the text</a>
<header>
<button type="button" class="menu" aria-expanded="false" aria-controls="pages" data-word="pages">Pages</button>
<a class="brand" href="index.html" aria-label="Powerset">${mark}<span>Powerset</span></a>
<search>
<input type="search" id="find" autocomplete="off" spellcheck="false" aria-label="Search the help" placeholder="Search the help" data-word-label="search" aria-controls="found">
<div id="found" hidden><p id="found-count" role="status"></p><ul></ul></div>
</search>
${back}
</header>
<div class="frame">
<nav id="pages" class="pages" aria-label="Pages" data-word-label="pages">${navigation(groups, pages, page.name)}</nav>
<main id="text" tabindex="-1"><article>${body}</article>${neighbours(pages, page.name)}</main>
${contents(page.sections)}
</div>
</body>
</html>
`;
}
