import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { systemEndpoints } from '@powerset/contract';
import { notFound } from '../../http/index.ts';

const types: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ['start.js', 'text/javascript; charset=utf-8'],
]);

/**
 * Starts the browser of the API on its description, in the theme that was chosen in the application; a file of its own,
 * because pages may run no scripts inside them.
 */
const startScript = `
const device = matchMedia('(prefers-color-scheme: dark)');
const showTheme = () => {
  const chosen = localStorage.getItem('powerset.theme');
  const isDark = chosen === 'dark' || (chosen !== 'light' && device.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
};
device.addEventListener('change', showTheme);
showTheme();
window.SwaggerUIBundle({ url: '${systemEndpoints.openapi.path}', dom_id: '#api', deepLinking: true, docExpansion: 'none', filter: true });
`;

/** Words in code are taller than their lines: on narrow screens they would cover the line above. */
const pageStyle = '.swagger-ui .info .renderedMarkdown p { line-height: 1.8; }\n';

export const apiPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Powerset API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/swagger/files/swagger-ui.css">
<link rel="stylesheet" href="/swagger/files/page.css">
</head>
<body>
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
  if (name === 'page.css') return { type, content: Buffer.from(pageStyle) };
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');
  return { type, content: await readFile(join(folder, name)) };
}
