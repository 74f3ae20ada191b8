import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { systemEndpoints } from '@powerset/contract';
import { notFound } from '../../http/index.ts';
import { apiPageStyle } from './api-page-style.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ['theme.js', 'text/javascript; charset=utf-8'],
  ['start.js', 'text/javascript; charset=utf-8'],
]);

/** Both stand in files of their own, because pages may run no scripts inside them: the theme that was chosen in the application, */
const themeScript = `
const device = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => {
  const chosen = localStorage.getItem('powerset.theme');
  const isDark = chosen === 'dark' || (chosen !== 'light' && device.matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  document.documentElement.classList.toggle('dark-mode', isDark);
};
device.addEventListener('change', showTheme);
showTheme();
`;

/** and the browser of the API, started on its description. Its field and its copying have no names of their own, and what scrolls in it no place for keys. */
const startScript = `
const mend = () => {
  document.querySelector('.operation-filter-input')?.setAttribute('aria-label', 'Filter by tag');
  for (const text of document.querySelectorAll('pre.microlight')) text.tabIndex = 0;
  for (const button of document.querySelectorAll('.copy-to-clipboard button')) button.setAttribute('aria-label', 'Copy');
};
new MutationObserver(mend).observe(document.getElementById('api'), { childList: true, subtree: true });
window.SwaggerUIBundle({ url: '${systemEndpoints.openapi.path}', dom_id: '#api', deepLinking: true, docExpansion: 'none', filter: true });
`;

const mark =
  '<svg width="20" height="20" viewBox="0 0 20 20" fill="none" aria-hidden="true"><path d="M10 3 3.5 10 10 17l6.5-7z" class="mark-line"/><circle cx="10" cy="3" r="2.4" class="mark-full"/><circle cx="10" cy="17" r="2.4" class="mark-full"/><circle cx="3.5" cy="10" r="2.4" class="mark-line"/><circle cx="16.5" cy="10" r="2.4" class="mark-line"/></svg>';

export const apiPage = `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Powerset API</title>
<link rel="icon" href="/favicon.svg">
<script src="/swagger/files/theme.js"></script>
<link rel="stylesheet" href="/help/help.css">
<link rel="stylesheet" href="/swagger/files/swagger-ui.css">
<link rel="stylesheet" href="/swagger/files/page.css">
</head>
<body>
<header>
<a class="brand" href="/" aria-label="Powerset">${mark}<span>Powerset</span></a>
<a class="back" href="/">Back to Powerset</a>
</header>
<main id="api"></main>
<script src="/swagger/files/swagger-ui-bundle.js"></script>
<script src="/swagger/files/start.js"></script>
</body>
</html>
`;

/** One of the page's files; every other name does not exist. */
export async function readApiPageFile(name: string): Promise<{ readonly type: string; readonly content: Buffer }> {
  const type = types.get(name);
  if (!type) throw notFound();
  if (name === 'start.js') return { type, content: Buffer.from(startScript) };
  if (name === 'theme.js') return { type, content: Buffer.from(themeScript) };
  if (name === 'page.css') return { type, content: Buffer.from(apiPageStyle) };
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
  return { type, content: await readFile(join(folder, name)) };
}
