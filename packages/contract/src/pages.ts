import { chartDataEndpoints } from './chart-data.ts';
import { dashboardEndpoints } from './dashboards.ts';
import type { Endpoint } from './endpoints.ts';
import { securityEndpoints } from './security.ts';
import { fillPath } from './urls.ts';

/** How a page is opened: its addresses, the module that draws it, and what it asks first. */
export interface PageOpening {
  /** Addresses in the router's form, for example `/superset/dashboard/:id/`. */
  readonly paths: readonly string[];
  /** Words in the place of a parameter that make it another address. */
  readonly reserved?: readonly string[];
  /** The page's module below the interface's features; the browser fetches its files before the application runs. */
  readonly module: string;
  /** Calls whose answers travel with the page; their parameters are the address's. */
  readonly questions: readonly Endpoint[];
  /** Asks again, before the application runs, for the rows that the page asked for when it was opened last. */
  readonly rows?: Endpoint;
  /** Other sites show it to guests, whose token comes after the page: nothing is asked as whoever is signed in. */
  readonly isForGuests?: true;
}

/** Asked by every page, whatever its address. */
const questionsOfAll: readonly Endpoint[] = [securityEndpoints.bootstrap];

/** Pages that are opened ahead: the server answers their first questions, the start script fetches their files. */
export const pages = {
  home: { paths: ['/', '/superset/welcome/'], module: 'home/HomePage.tsx', questions: [] },
  dashboard: {
    paths: ['/superset/dashboard/:id/'],
    reserved: ['new', 'list'],
    module: 'dashboards/DashboardPage.tsx',
    questions: [dashboardEndpoints.get, dashboardEndpoints.charts, dashboardEndpoints.datasets],
    rows: chartDataEndpoints.opening,
  },
  embedded: {
    paths: ['/embedded/:uuid/'],
    module: 'dashboards/EmbeddedPage.tsx',
    questions: [],
    isForGuests: true,
  },
  explore: { paths: ['/explore/'], module: 'explore/ExplorePage.tsx', questions: [] },
  sqlEditor: {
    paths: ['/superset/sqllab/', '/sqllab/', '/sqllab/p/:key/'],
    module: 'sql-editor/SqlEditorPage.tsx',
    questions: [],
  },
} satisfies Readonly<Record<string, PageOpening>>;

/**
 * The source of a regular expression for a path in the router's form; each parameter is a group of its name, and the last
 * slash may lack. `reserved` words are no parameters.
 */
export function patternOfPath(path: string, reserved: readonly string[] = []): string {
  const others = reserved.length > 0 ? `(?!(?:${reserved.join('|')})/?$)` : '';
  const source = path
    .replace(/\/+$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/:([a-zA-Z]+)/g, `${others}(?<$1>[^/]+)`)
    .replace(/\*$/, '.*');
  return `^${source}/?$`;
}

/** The patterns of a page's addresses, as sources of regular expressions. */
export function patternsOfPage({ paths, reserved }: PageOpening): readonly string[] {
  return paths.map((path) => patternOfPath(path, reserved));
}

/** The parameters of an address by name, decoded where that can be done; undefined for another page's address. */
export function readPageAddress(page: PageOpening, address: string): Readonly<Record<string, string>> | undefined {
  for (const pattern of patternsOfPage(page)) {
    const match = new RegExp(pattern).exec(address);
    if (match)
      return Object.fromEntries(Object.entries(match.groups ?? {}).map(([name, text]) => [name, decoded(text)]));
  }
  return undefined;
}

/** Paths of the calls whose answers travel with the page at an address, as the client writes them. */
export function firstQuestionsOf(address: string): readonly string[] {
  const openings: readonly PageOpening[] = Object.values(pages);
  const own: string[] = [];
  for (const page of openings) {
    const params = readPageAddress(page, address);
    if (params && page.isForGuests) return [];
    if (params) own.push(...page.questions.map(({ path }) => fillPath(path, params)));
  }
  return [...questionsOfAll.map(({ path }) => path), ...own];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
