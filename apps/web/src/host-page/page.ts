import type { ThemeMode } from '@powerset/ui';
import { createHostLine, type HostLine } from './host-line.ts';

/** Whether an address is that of a page which other sites show. */
export function isEmbeddedPage(pathname: string): boolean {
  // Not by the table of pages: every page would load it for this one question.
  return /^\/embedded\/[^/]+\/?$/.test(pathname);
}

export interface EmbeddedLook {
  readonly theme: ThemeMode;
  readonly language: string | null;
}

/** How the host wants the page to look; what is kept in the browser for our own pages has no say. */
export function readEmbeddedLook(search: string): EmbeddedLook {
  const params = new URLSearchParams(search);
  return {
    theme: toThemeMode(params.get('themeMode') ?? params.get('theme')),
    language: params.get('locale') ?? params.get('_l_'),
  };
}

/** What an address that stands alone says of its look, for frames; undefined and null where it leaves that to the browser. */
export function readStandaloneLook(search: string): { readonly theme?: ThemeMode; readonly language: string | null } {
  const params = new URLSearchParams(search);
  if (!['1', '2', '3', 'true'].includes(params.get('standalone') ?? '')) return { language: null };
  const { language } = readEmbeddedLook(search);
  const isChosen = params.has('themeMode') || params.has('theme');
  return { language, ...(isChosen ? { theme: readEmbeddedLook(search).theme } : {}) };
}

/** The reference calls the light theme its default. */
export function toThemeMode(text: unknown): ThemeMode {
  return text === 'dark' || text === 'system' ? text : 'light';
}

const handshake = '__embedded_comms__';

/** A host renews its token some seconds before the old one ends, but not while its computer sleeps. */
const renewalMs = 20_000;

let line: HostLine | null = null;

/** Opens the page's own line, which has to be there before the page is loaded: then hosts hand over their port. */
export function openHostLine(alone: () => string): HostLine {
  line = createHostLine({
    onPort: (take) =>
      window.addEventListener('message', ({ data, source, ports: [port] }) => {
        const isFromHost = source === window.parent && source !== window;
        if (isFromHost && data?.type === handshake && port) take(port);
      }),
    findRefusal: () => (window.parent === window ? alone() : undefined),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    patienceMs: renewalMs,
  });
  return line;
}

/** The line to the page that shows ours. */
export function hostLine(): HostLine {
  if (!line) throw new Error('Only an embedded page has a line to its host.');
  return line;
}
