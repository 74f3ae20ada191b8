import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

export interface StartOptions {
  /** The script's source; `__PAGE_FILES__` in it stands for the table of files. */
  readonly script: string;
  /** The file with the table of chart views. */
  readonly chartViews: string;
  /** Pages by the pattern of their address; the module is the end of its path. */
  readonly pages: readonly (readonly [pattern: string, module: string])[];
  /** Beginnings of the names of fonts that every page shows. */
  readonly fonts: readonly string[];
}

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The place of the start script in index.html. */
const placeholder = '/start.js';

/**
 * Adds the script that runs first. It knows which files each page is made of, so that the browser fetches them at once
 * instead of learning of them one import after the other.
 */
export function startPlugin(options: StartOptions): Plugin {
  let reference = '';
  let tablesOf: (bundle: Bundle) => unknown = () => ({ pages: [], views: {} });
  const toScript = (tables: unknown) =>
    readFileSync(options.script, 'utf8').replace('__PAGE_FILES__', () => JSON.stringify(tables));
  return {
    name: 'powerset-start',
    configureServer(server) {
      server.middlewares.use(placeholder, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(toScript({ pages: [], views: {} }));
      });
    },
    buildStart() {
      tablesOf = (bundle) => ({
        pages: options.pages.map(([pattern, module]) => [pattern, pageFiles(bundle, module)]),
        views: viewFiles(bundle, readFileSync(options.chartViews, 'utf8')),
      });
    },
    // In the usual order: the page's HTML, which names the script, is written right after.
    generateBundle(_output, bundle) {
      refuseCycles(bundle);
      reference = this.emitFile({ type: 'asset', name: 'start.js', source: toScript(tablesOf(bundle)) });
      reference = this.getFileName(reference);
    },
    writeBundle(_output, bundle) {
      refuseMissing(bundle, reference);
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        if (!bundle) return html;
        const fonts = Object.keys(bundle).filter((file) => options.fonts.some((font) => file.includes(font)));
        const links = fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        );
        return html
          .replace(`src="${placeholder}"`, `src="/${reference}"`)
          .replace('</head>', `${links.join('')}</head>`);
      },
    },
  };
}

function isChunk(output: Bundle[string]): output is Chunk {
  return output.type === 'chunk';
}

/** Files that need each other run in an order that nobody foresaw. */
function refuseCycles(bundle: Bundle): void {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) throw new Error(`Files of the build import each other: ${[...path, file].join(' -> ')}`);
    const output = bundle[file];
    if (done.has(file) || !output || !isChunk(output)) return;
    for (const imported of output.imports) visit(imported, [...path, file]);
    done.add(file);
  };
  for (const file of Object.keys(bundle)) visit(file, []);
}

/** What the start script asks for, and the script itself, must be among the files that are served. */
function refuseMissing(bundle: Bundle, script: string): void {
  const sourceOf = (file: string) => {
    const output = bundle[file];
    return output?.type === 'asset' ? String(output.source) : '';
  };
  const named = sourceOf(script).match(/assets\/[\w.-]+\.(js|css)/g) ?? [];
  const missing = named.filter((file) => !bundle[file]);
  if (named.length === 0 || missing.length > 0)
    throw new Error(`The start script names files that are not there: ${missing.join()}`);
  if (!sourceOf('index.html').includes(`src="/${script}"`)) throw new Error('The page does not run the start script.');
}

/** Nothing but styles: such a file is taken out of the build when its styles are written. */
function isOnlyStyles({ moduleIds }: Chunk): boolean {
  return moduleIds.length > 0 && moduleIds.every((id) => /\.css(\?|$)/.test(id));
}

/** The chunk that holds a module. */
function getChunk(bundle: Bundle, module: string): Chunk {
  const chunks = Object.values(bundle).filter(isChunk);
  const found =
    chunks.find((chunk) => chunk.facadeModuleId?.endsWith(module)) ??
    chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
  if (!found) throw new Error(`The start script names ${module}, which is in no file of the build.`);
  return found;
}

function pageFiles(bundle: Bundle, module: string): readonly string[] {
  return filesOf(bundle, getChunk(bundle, module));
}

/** A chunk with all that it imports, and their styles; what every page has is left out. */
function filesOf(bundle: Bundle, chunk: Chunk): readonly string[] {
  const known = new Set<string>();
  const seen = new Set<string>();
  const collect = (file: string) => {
    const output = bundle[file];
    if (!output || !isChunk(output) || seen.has(file) || output.isEntry) return;
    seen.add(file);
    if (!isOnlyStyles(output)) known.add(file);
    for (const style of output.viteMetadata?.importedCss ?? []) known.add(style);
    for (const imported of output.imports) collect(imported);
  };
  collect(chunk.fileName);
  return [...known];
}

/** The files of each chart type's view, by the table that also loads them. */
function viewFiles(bundle: Bundle, table: string): Readonly<Record<string, readonly string[]>> {
  const entries = [...table.matchAll(/(\w+): lazyView\(\(\) => import\('\.(\/[\w-]+\/View\.tsx)'\)/g)];
  return Object.fromEntries(
    entries.map(([, key = '', module = '']) => [key, pageFiles(bundle, `/charts/src${module}`)]),
  );
}
