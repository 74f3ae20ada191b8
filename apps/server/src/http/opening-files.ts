import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the build says in the page, and no browser needs. */
interface StartFiles {
  /** A name of the build. */
  readonly build: string;
  readonly files: readonly string[];
  /** Places in `files` of what every page runs, its entry first. */
  readonly frame: readonly number[];
  readonly pages: readonly (readonly [pattern: string, files: readonly number[]])[];
}

/** What a page's own script is told about its files: those whose fetching was announced, and whether their compiled code is kept. */
export interface Opening {
  readonly announced: number;
  readonly isCodeKept: boolean;
}

export type Announce = (request: FastifyRequest, reply: FastifyReply) => Opening | undefined;

/** Proxies refuse answers whose headers, all together, are longer than 4 kB: what is left the page’s script fetches. */
const headerLength = 2000;
const countsCookie = /(?:^|; )powerset_visits=(\w+)\.(\d+)/;
const cookieSeconds = 172_800;
/** Chromium keeps what it compiled of a file that ran twice. */
const runsUntilKept = 2;

/**
 * Announces a page's files in the headers of its answer: the browser fetches them before it has read a word of the page,
 * and while it makes ready to run scripts.
 *
 * Chromium keeps the compiled code of a file that was run twice within three days, but takes it only for what was fetched
 * as a plain script: a file that is fetched as a module it compiles anew at every visit, and beside the page. So a page's
 * files are modules until their code is kept. How often each page was opened, and the others together, is in a cookie.
 * Other browsers keep none, and some read no such headers: their pages fetch for themselves.
 */
export function openingReader(startFiles: string | undefined): Announce {
  if (startFiles === undefined) return () => undefined;
  // The build wrote it, in this form.
  const start = JSON.parse(startFiles) as StartFiles;
  const patterns = start.pages.map(([pattern]) => new RegExp(pattern));
  return ({ headers, url }, reply) => {
    if (!/Chrome\//.test(headers['user-agent'] ?? '')) return undefined;
    const [path = ''] = url.split('?', 1);
    const found = patterns.findIndex((pattern) => pattern.test(path));
    const at = found < 0 ? patterns.length : found;
    const counts = readCounts(start, headers.cookie);
    const isCodeKept = (counts[at] ?? 0) >= runsUntilKept;
    const isFrameKept = counts.reduce((sum, count) => sum + count, 0) >= runsUntilKept;
    const own = start.pages[found]?.[1] ?? [];
    const links = [
      ...start.frame.map((place) => linkOf(start.files[place], { isCodeKept: isFrameKept, isLater: false })),
      ...own
        .filter((place) => !start.frame.includes(place))
        .map((place) => linkOf(start.files[place], { isCodeKept, isLater: !isCodeKept })),
    ];
    const announced = countWithin(links, headerLength);
    counts[at] = Math.min((counts[at] ?? 0) + 1, runsUntilKept);
    reply.header('link', links.slice(0, announced).join(', '));
    reply.header(
      'set-cookie',
      `powerset_visits=${start.build}.${counts.join('')}; Path=/; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax`,
    );
    return { announced, isCodeKept };
  };
}

function readCounts({ build, pages }: StartFiles, cookie = ''): number[] {
  const [, name, digits = ''] = countsCookie.exec(cookie) ?? [];
  return Array.from({ length: pages.length + 1 }, (_, page) => (name === build ? Number(digits[page] ?? 0) : 0));
}

/** A file that comes after the frame leaves it the network and the compiler. */
function linkOf(
  file = '',
  { isCodeKept, isLater }: { readonly isCodeKept: boolean; readonly isLater: boolean },
): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return `</${file}>; rel=${isCodeKept ? 'preload; as=script' : 'modulepreload'}; crossorigin${isLater ? '; fetchpriority=low' : ''}`;
}

function countWithin(links: readonly string[], length: number): number {
  let used = 0;
  const tooFar = links.findIndex((link) => {
    used += link.length + 2;
    return used > length;
  });
  return tooFar < 0 ? links.length : tooFar;
}
