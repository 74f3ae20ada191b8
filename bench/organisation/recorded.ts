import type { BrowserContext } from '@playwright/test';
import { launchBrowser } from '@powerset/testkit/browser';
import { csrfTokenOf, firstIds, type OrganisationPlan, sessionTokenOf } from '@powerset/testkit/organisation';

/** One call as a page made it. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly accept: string;
}

export const recordedPages = ['home', 'dashboard', 'dashboards', 'charts', 'chart', 'editor'] as const;
export type RecordedPage = (typeof recordedPages)[number];

/** What the pages ask when they are opened by a browser that has their files. */
export type Recorded = Readonly<Record<RecordedPage, readonly RecordedCall[]>>;

const addresses: Readonly<Record<RecordedPage, string>> = {
  home: '/superset/welcome/',
  dashboard: `/superset/dashboard/${firstIds.dashboards}/`,
  dashboards: '/dashboard/list/',
  charts: '/chart/list/',
  chart: `/explore/?slice_id=${firstIds.charts}`,
  editor: '/sqllab/',
};
/** Whoever the pages are recorded as: the first person, and the first who writes SQL. */
const recorder = 0;
const analyst = 3;
const quietMs = 2500;
const patienceMs = 60_000;

/** Opens each page with the real interface, twice, and keeps what the second time asks of the server. */
export async function recordPages(url: string): Promise<Recorded> {
  const browser = await launchBrowser();
  try {
    const pages = new Map<RecordedPage, readonly RecordedCall[]>();
    for (const person of [recorder, analyst]) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 3200 }, locale: 'en-US' });
      await context.addCookies([{ name: 'powerset_session', value: sessionTokenOf(person), url }]);
      const own = recordedPages.filter((name) => (name === 'editor') === (person === analyst));
      for (const name of own) pages.set(name, await recordPage(context, url, name));
      await context.close();
    }
    const callsOf = (name: RecordedPage) => pages.get(name) ?? [];
    return {
      home: callsOf('home'),
      dashboard: callsOf('dashboard'),
      dashboards: callsOf('dashboards'),
      charts: callsOf('charts'),
      chart: callsOf('chart'),
      editor: callsOf('editor'),
    };
  } finally {
    await browser.close();
  }
}

async function recordPage(context: BrowserContext, url: string, name: RecordedPage): Promise<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  const page = await context.newPage();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const isAsked = request.resourceType() === 'document' || /^\/(api\/v1|tabstateview)\//.test(pathname);
    // Pictures name what they are of by a digest, which is another one of other objects.
    if (!isAsked || pathname.includes('/thumbnail/')) return;
    const accept = request.headers().accept ?? '*/*';
    calls.push({ method: request.method(), path: `${pathname}${search}`, body: request.postData(), accept });
  });
  await page.goto(`${url}${addresses[name]}`);
  await untilQuiet(calls, name);
  calls.length = 0;
  await page.goto(`${url}${addresses[name]}`);
  await untilQuiet(calls, name);
  await page.close();
  return calls;
}

/** Until nothing was asked for a while, and charts have asked for their data; a busy machine takes its time. */
async function untilQuiet(calls: readonly RecordedCall[], name: RecordedPage): Promise<void> {
  const isWhole = () =>
    (name !== 'dashboard' && name !== 'chart') || calls.some(({ path }) => path.startsWith('/api/v1/chart/data'));
  const deadline = Date.now() + patienceMs;
  for (let seen = -1; seen < calls.length || !isWhole(); ) {
    if (Date.now() > deadline) throw new Error(`The page ${name} asked for nothing within ${patienceMs / 1000} s.`);
    seen = calls.length;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  }
}

/** The same calls of another person on another dashboard: its number, its charts' and its datasets' in place of the first's. */
export function callsFor(
  calls: readonly RecordedCall[],
  plan: OrganisationPlan,
  { person, dashboard }: { readonly person: number; readonly dashboard: number },
): readonly RecordedCall[] {
  const pairs = new Map<number, number>();
  const put = (first: number, from: number, to: number) => pairs.set(first + from, first + to);
  put(firstIds.dashboards, 0, dashboard);
  put(firstIds.users, recorder, person);
  const charts = plan.chartsOf(dashboard);
  for (const [at, chart] of plan.chartsOf(0).entries()) put(firstIds.charts, chart, charts[at] ?? 0);
  const datasets = plan.datasetsOf(dashboard);
  for (const [at, dataset] of plan.datasetsOf(0).entries()) put(firstIds.datasets, dataset, datasets[at] ?? 0);
  const known = new RegExp([...pairs.keys()].join('|'), 'g');
  const say = (text: string) => text.replace(known, (id) => String(pairs.get(Number(id)) ?? id));
  return calls.map((call) => ({ ...call, path: say(call.path), body: call.body === null ? null : say(call.body) }));
}

export function headersOf(person: number): Readonly<Record<string, string>> {
  return { cookie: `powerset_session=${sessionTokenOf(person)}`, 'x-csrftoken': csrfTokenOf(person) };
}
