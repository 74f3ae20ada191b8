import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { minify, type Plugin, type Rolldown } from 'vite';

export interface StartOptions {
  /** The script's source; `__PAGE_FILES__` in it stands for the table of files. */
  readonly script: string;
  /** The module that draws each chart type, by the type's key. */
  readonly chartViews: Readonly<Record<string, string>>;
  /** Those modules among them that draw what most dashboards hold. */
  readonly usualViews: readonly string[];
  /** Pages that are opened ahead. */
  readonly pages: readonly PageFiles[];
  /** Packages that no page opens with: what is done with them comes after what is seen. */
  readonly laterPackages: readonly string[];
  /** Modules that a page does not open with either, by the page's module. */
  readonly laterModules: Readonly<Record<string, readonly string[]>>;
  /** Modules that the frame of all pages must not bring. */
  readonly notInFrame: readonly string[];
  /** Beginnings of the names of fonts that every page shows. */
  readonly fonts: readonly string[];
}

interface PageFiles {
  /** Of its addresses. */
  readonly pattern: string;
  /** What draws it. */
  readonly module: string;
  /** The path that answers with the rows that it asked for when it was opened last. */
  readonly rows?: string | undefined;
}

/** What the start script reads: files are named once, and by their places in that list from there on. */
interface StartTables {
  /** What every page runs, its entry first. */
  readonly frame: readonly number[];
  readonly files: readonly string[];
  readonly pages: readonly (readonly [pattern: string, files: readonly number[], rows: string | null])[];
  readonly views: Readonly<Record<string, readonly number[]>>;
}

/** What the server reads: a page's files are announced before the page is there. */
function startFilesOf(bundle: Bundle, { files, frame, pages }: StartTables) {
  return {
    // A name of this build.
    build: createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 8),
    ...{ files, frame },
    pages: pages.map(([pattern, own]) => [pattern, own]),
  };
}

/** In the page, as no other file is written at the very same moment; the server takes it out. */
const toComment = (startFiles: object): string =>
  `<!--start-files ${JSON.stringify(startFiles).replaceAll('>', '\\u003e')}-->`;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** The place of the start script in index.html; in a build the script itself stands there. */
const placeholder = '/start.js';
/** Here the server puts what the page asks for first. */
const answersMark = '<!--answers-->';
const tag = /<script[^>]*src="\/start\.js"[^>]*><\/script>/;

/**
 * Adds the script that runs first. It knows which files each page is made of, so that the browser fetches them at once
 * instead of learning of them one import after the other.
 */
export function startPlugin(options: StartOptions): Plugin {
  const toScript = (tables: StartTables) =>
    readFileSync(options.script, 'utf8').replace('__PAGE_FILES__', () => JSON.stringify(tables));
  const tablesOf = (bundle: Bundle): StartTables => {
    const files: string[] = [];
    const numberOf = (file: string) => {
      if (!files.includes(file)) files.push(file);
      return files.indexOf(file);
    };
    const pages = options.pages.map(({ pattern, module, rows = null }) => ({
      ...{ pattern, rows },
      files: filesOf(bundle, getChunk(bundle, module)),
    }));
    const [drawn = []] = pages.filter(({ rows }) => rows).map((page) => page.files);
    return {
      frame: frameOf(bundle).map(({ fileName }) => numberOf(fileName)),
      pages: pages.map((page) => [page.pattern, page.files.map(numberOf), page.rows]),
      views: mapValues(options.chartViews, (module) =>
        filesOf(bundle, getChunk(bundle, module))
          // The page that draws charts has these already.
          .filter((file) => !drawn.includes(file))
          .map(numberOf),
      ),
      files,
    };
  };
  return {
    name: 'powerset-start',
    configureServer(server) {
      server.middlewares.use(placeholder, (_request, response) => {
        response
          .setHeader('content-type', 'text/javascript')
          .end(toScript({ files: [], frame: [], pages: [], views: {} }));
      });
    },
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        refuseCycles(bundle);
        const opened = [...options.pages.map(({ module }) => module), ...options.usualViews];
        const files = new Set(opened.flatMap((module) => filesOf(bundle, getChunk(bundle, module))));
        for (const { fileName } of frameOf(bundle)) files.delete(fileName);
        hintCompiling(bundle, files);
      },
    },
    writeBundle(_output, bundle) {
      refuseMissing(bundle);
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        if (!bundle) return html;
        const packages = options.laterPackages.map((name) => `/node_modules/${name}/`);
        refuseInFrame(bundle, options.notInFrame);
        for (const { module } of options.pages)
          refuseEarly(bundle, module, [...packages, ...(options.laterModules[module] ?? [])]);
        const tables = tablesOf(bundle);
        const script = await minify('start.js', toScript(tables));
        const fonts = Object.keys(bundle).filter((file) => options.fonts.some((font) => file.includes(font)));
        const links = fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
        );
        const started = html
          .replace(tag, () => `<script>${script.code}</script>`)
          .replace(/<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*><\/script>/, '')
          .replace('</body>', '<script>powersetStart()</script></body>');
        return putAnswersBeforeStyles(started, links) + toComment(startFilesOf(bundle, tables));
      },
    },
  };
}

/**
 * Asks the browser to compile all functions of the files that pages open with at once, beside the page, instead of one by
 * one as they are called: only so are they among what it keeps for the next visit. What knows no such hint reads a comment.
 * The frame, which everything waits for and of which a page runs a third, is not among them.
 */
function hintCompiling(bundle: Bundle, files: ReadonlySet<string>): void {
  for (const output of Object.values(bundle))
    if (isChunk(output) && files.has(output.fileName)) output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
}

/** What every page runs: the entry, and all that it imports. */
function frameOf(bundle: Bundle): readonly Chunk[] {
  const frame = new Set<Chunk>();
  const visit = (output: Bundle[string] | undefined) => {
    if (!output || !isChunk(output) || frame.has(output)) return;
    frame.add(output);
    for (const file of output.imports) visit(bundle[file]);
  };
  visit(Object.values(bundle).find((output) => isChunk(output) && output.isEntry));
  return [...frame];
}

/** Scripts wait for the styles above them: what the answers ask for, the drawing library above all, must not. */
function putAnswersBeforeStyles(html: string, links: readonly string[]): string {
  const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
  const early = styles.map((link) => link.replace('rel="stylesheet"', 'rel="preload" as="style"'));
  const bare = styles.reduce((rest, link) => rest.replace(link, ''), html);
  const take = `${answersMark}<script>powersetTakeAnswers()</script>`;
  return bare.replace('</head>', `${[...links, ...early].join('')}${take}${styles.join('')}</head>`);
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

/** What the start script asks for must be among the files that are served. */
function refuseMissing(bundle: Bundle): void {
  const page = bundle['index.html'];
  const html = page?.type === 'asset' ? String(page.source) : '';
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1];
  if (!script) throw new Error('The page does not hold the start script.');
  const named = script.match(/assets\/[\w.-]+\.(js|css)/g) ?? [];
  const missing = named.filter((file) => !bundle[file]);
  if (named.length === 0 || missing.length > 0)
    throw new Error(`The start script names files that are not there: ${missing.join()}`);
}

/** One module in the wrong file brings its library to everybody who opens the page. */
function refuseEarly(bundle: Bundle, module: string, later: readonly string[]): void {
  for (const file of filesOf(bundle, getChunk(bundle, module))) {
    const output = bundle[file];
    const modules = output && isChunk(output) ? output.moduleIds : [];
    const early = later.find((path) => modules.some((id) => id.includes(path)));
    if (early) throw new Error(`${module} opens with ${early}, which is in ${file}: load it when it is used.`);
  }
}

/** What every page loads before its own files. */
function refuseInFrame(bundle: Bundle, later: readonly string[]): void {
  for (const { fileName, moduleIds } of frameOf(bundle)) {
    const early = later.find((path) => moduleIds.some((id) => id.includes(path)));
    if (early) throw new Error(`Every page loads ${early}, which is in ${fileName}: only who uses it may.`);
  }
}

/** Nothing but styles: such a file is taken out of the build when its styles are written. */
function isOnlyStyles({ moduleIds }: Chunk): boolean {
  return moduleIds.length > 0 && moduleIds.every((id) => id.split('?', 1)[0]?.endsWith('.css'));
}

/** The chunk that holds a module. */
function getChunk(bundle: Bundle, module: string): Chunk {
  const chunks = Object.values(bundle).filter(isChunk);
  const found =
    chunks.find((chunk) => chunk.facadeModuleId === module) ?? chunks.find((chunk) => chunk.moduleIds.includes(module));
  if (!found) throw new Error(`The start script names ${module}, which is in no file of the build.`);
  return found;
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

function mapValues<Value, Result>(record: Readonly<Record<string, Value>>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
