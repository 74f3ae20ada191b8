import {
  firstIds,
  nameOf,
  type OrganisationPlan,
  type OrganisationSize,
  peoplePassword,
  planOrganisation,
} from '@powerset/testkit/organisation';
import { type Answer, Connection, requestBytes } from '../connection.ts';
import { figuresOf } from '../figures.ts';
import { callsFor, headersOf, type Recorded, type RecordedCall } from './recorded.ts';

export interface ViewersRequest {
  readonly ports: readonly number[];
  readonly size: OrganisationSize;
  readonly databaseId: number;
  readonly recorded: Recorded;
  readonly viewers: number;
  /** The mean of how long somebody looks before doing the next thing; 0 for one who does one thing after the other, each kind in turn. */
  readonly thinkMs: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

export interface KindFigures {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface ViewersResult {
  readonly requests: number;
  readonly actions: number;
  readonly seconds: number;
  readonly kinds: Readonly<Record<string, KindFigures>>;
  /** How many answers had a status that is none of success, by kind and status. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Every kind of thing that people do, and how many of a hundred it is. */
const habits = {
  'a dashboard': 52,
  home: 12,
  'list of dashboards': 6,
  'list of charts': 4,
  'search in dashboards': 4,
  'search in charts': 4,
  'a chart': 5,
  'people to choose from': 2,
  'recent and starred': 2,
  'SQL run': 3,
  'save of a dashboard': 2,
  star: 2,
  'signing in': 2,
} as const;
type Kind = keyof typeof habits;
const kinds = Object.keys(habits) as readonly Kind[];

/** So many calls of a page are under way at once, as a browser has it. */
const callsAtOnce = 4;

/** Many people at once, each a session of their own, against one or several processes; a bounded time long. */
export async function runViewers(request: ViewersRequest): Promise<ViewersResult> {
  const load = new Load(request);
  const startedAt = performance.now();
  load.begin(startedAt + request.warmUpSeconds * 1000, startedAt + (request.warmUpSeconds + request.seconds) * 1000);
  await Promise.all(Array.from({ length: request.viewers }, (_, viewer) => load.view(viewer)));
  return load.end();
}

class Load {
  private readonly plan: OrganisationPlan;
  private readonly byTeam: ReadonlyMap<number, readonly number[]>;
  private readonly pools: Connection[][];
  private readonly times = new Map<string, number[]>();
  private readonly failures = new Map<string, number>();
  private from = 0;
  private until = 0;
  private requests = 0;
  private actions = 0;

  constructor(private readonly request: ViewersRequest) {
    this.plan = planOrganisation(request.size);
    this.byTeam = dashboardsByTeam(this.plan);
    this.pools = request.ports.map(() => []);
  }

  begin(from: number, until: number): void {
    this.from = from;
    this.until = until;
  }

  end(): ViewersResult {
    for (const pool of this.pools) for (const connection of pool) connection.close();
    const figures = [...this.times].map(([name, values]) => {
      const { count, median, p95, p99 } = figuresOf(values);
      return [name, { count, p50: median, p95, p99 }] as const;
    });
    return {
      requests: this.requests,
      actions: this.actions,
      seconds: this.request.seconds,
      kinds: Object.fromEntries(figures),
      failures: Object.fromEntries(this.failures),
    };
  }

  /** One person from the first thing to the last, always at the same process, as a proxy that keeps people there does. */
  async view(viewer: number): Promise<void> {
    const { thinkMs, ports } = this.request;
    const chance = chancesOf(viewer);
    const hands: Hands = { chance, port: viewer % ports.length, person: 0, kind: 'home' };
    hands.person = this.personOf(viewer, chance);
    // Not all of them begin at the same moment.
    if (thinkMs > 0) await pause(Math.min(chance() * thinkMs, this.until - performance.now()));
    for (let turn = 0; performance.now() < this.until; turn += 1) {
      hands.kind = thinkMs > 0 ? kindOf(chance()) : (kinds[turn % kinds.length] as Kind);
      // One who does each thing in turn is somebody else each time: nothing of this person is remembered.
      if (thinkMs === 0) hands.person = this.personOf(viewer + turn, chance);
      const startedAt = performance.now();
      await this.act(hands, turn);
      this.note(hands.kind, startedAt);
      if (startedAt > this.from) this.actions += 1;
      if (thinkMs > 0) await pause(Math.min(-Math.log(1 - chance()) * thinkMs, this.until - performance.now()));
    }
  }

  private personOf(viewer: number, chance: () => number): number {
    // Sessions are of different people, spread over all there are.
    return Math.floor(((viewer * 0.618034 + chance() * 0.001) % 1) * this.plan.people);
  }

  private async act(hands: Hands, turn: number): Promise<void> {
    const { recorded, databaseId } = this.request;
    const own = this.ownDashboard(hands);
    const id = firstIds.dashboards + own;
    switch (hands.kind) {
      case 'a dashboard':
        return this.open(hands, callsFor(recorded.dashboard, this.plan, { person: hands.person, dashboard: own }));
      case 'a chart':
        return this.open(hands, callsFor(recorded.chart, this.plan, { person: hands.person, dashboard: own }));
      case 'home':
        return this.open(hands, callsFor(recorded.home, this.plan, { person: hands.person, dashboard: own }));
      case 'list of dashboards':
        return this.open(hands, recorded.dashboards);
      case 'list of charts':
        return this.open(hands, recorded.charts);
      case 'search in dashboards':
        return this.get(hands, listOf(['dashboard', 'dashboard_title', 'title_or_slug'], searched(turn)));
      case 'search in charts':
        return this.get(hands, listOf(['chart', 'slice_name', 'chart_all_text'], searched(turn)));
      case 'people to choose from':
        return this.get(hands, '/api/v1/dashboard/related/changed_by?q=(filter:Ad,page:0,page_size:25)');
      case 'recent and starred':
        await this.get(hands, '/api/v1/log/recent_activity/?q=(page_size:20)');
        return this.get(hands, listOf(['dashboard', 'id', 'dashboard_is_favorite'], '!t'));
      case 'SQL run':
        // The nearest person who may.
        hands.person = Math.min(this.plan.people - 1, hands.person - (hands.person % 10) + 3);
        return this.send(hands, '/api/v1/sqllab/execute/', {
          database_id: databaseId,
          sql: `SELECT region, sum(amount) AS total FROM sales WHERE cost < ${turn % 100} GROUP BY region ORDER BY 1`,
        });
      case 'save of a dashboard':
        return this.save(hands);
      case 'star':
        return this.send(hands, `/api/v1/dashboard/${id}/favorites/`, {});
      case 'signing in':
        return this.send({ ...hands, isUnknown: true }, '/api/v1/security/login', {
          username: nameOf(hands.person),
          password: peoplePassword,
          provider: 'db',
        });
    }
  }

  /** By its owner, who changes its name alone. */
  private async save(hands: Hands): Promise<void> {
    const dashboard = Math.floor(hands.chance() * this.plan.dashboards);
    const owner = { ...hands, person: this.plan.ownerOf(dashboard) };
    const title = `Saved ${Math.floor(hands.chance() * 1e9)}`;
    await this.ask(owner, {
      method: 'PUT',
      path: `/api/v1/dashboard/${firstIds.dashboards + dashboard}`,
      body: JSON.stringify({ dashboard_title: title }),
      accept: 'application/json',
    });
  }

  /** Everybody's dashboards by Zipf's law, as some are looked at by all; one in three is of the person's own team. */
  private ownDashboard({ chance, person }: Hands): number {
    const own = this.byTeam.get(this.plan.teamOf(person)) ?? [];
    const shared = this.byTeam.get(-1) ?? [0];
    const of = chance() < 0.33 && own.length > 0 ? own : shared;
    return of[Math.min(of.length - 1, Math.floor(of.length ** chance()) - 1)] ?? 0;
  }

  /** The page first, then what it asks, some at once. */
  private async open(hands: Hands, calls: readonly RecordedCall[]): Promise<void> {
    const [page, ...others] = calls;
    if (!page) throw new Error(`Nothing was recorded of ${hands.kind}.`);
    await this.ask(hands, page);
    const waiting = [...others];
    const work = async () => {
      for (let call = waiting.shift(); call; call = waiting.shift()) {
        const startedAt = performance.now();
        await this.ask(hands, call);
        if (call.path.startsWith('/api/v1/chart/data')) this.note(`${hands.kind}: data of its charts`, startedAt);
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
  }

  private get(hands: Hands, path: string): Promise<void> {
    return this.ask(hands, { method: 'GET', path, body: null, accept: 'application/json' });
  }

  private send(hands: Hands, path: string, body: object): Promise<void> {
    return this.ask(hands, { method: 'POST', path, body: JSON.stringify(body), accept: 'application/json' });
  }

  private async ask(hands: Hands, { method, path, body, accept }: RecordedCall): Promise<void> {
    const port = this.request.ports[hands.port] ?? 0;
    const headers = { ...(hands.isUnknown ? {} : headersOf(hands.person)), accept };
    const bytes = requestBytes({ port, path, headers, method, ...(body === null ? {} : { body }) });
    const { status } = await this.sendOver(hands.port, bytes);
    if (performance.now() < this.from) return;
    this.requests += 1;
    const name = `${hands.kind} ${method} ${path.split('?')[0]?.replace(/\d{5,}/g, 'N')} ${status}`;
    if (status < 200 || status >= 300) this.failures.set(name, (this.failures.get(name) ?? 0) + 1);
  }

  /** Over a connection that is open and free, as a proxy keeps them. */
  private async sendOver(port: number, bytes: Buffer): Promise<Pick<Answer, 'status'>> {
    const free = this.pools[port] ?? [];
    const connection = free.pop() ?? (await Connection.open(this.request.ports[port] ?? 0));
    try {
      const answer = await connection.send(bytes);
      free.push(connection);
      return answer;
    } catch {
      connection.close();
      return { status: 0 };
    }
  }

  private note(name: string, startedAt: number): void {
    if (startedAt < this.from) return;
    const found = this.times.get(name) ?? [];
    found.push(performance.now() - startedAt);
    this.times.set(name, found);
  }
}

interface Hands {
  readonly chance: () => number;
  /** At which process. */
  readonly port: number;
  person: number;
  kind: Kind;
  readonly isUnknown?: true;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

function kindOf(chance: number): Kind {
  let left = chance * Object.values(habits).reduce((sum, share) => sum + share, 0);
  for (const kind of kinds) {
    left -= habits[kind];
    if (left < 0) return kind;
  }
  return 'home';
}

const words = ['margin', 'Revenue', 'stock 12', 'region', 'claims', 'zzz'] as const;
const searched = (turn: number): string => words[turn % words.length] ?? '';

/** A list with one filter: the resource, and the filter's column, operator and value. */
function listOf(filter: readonly [string, string, string], value: string): string {
  const [list, col, opr] = filter;
  const q = `(filters:!((col:${col},opr:${opr},value:${value.startsWith('!') ? value : `'${value}'`})),page:0,page_size:25)`;
  return `/api/v1/${list}/?q=${encodeURIComponent(q)}`;
}

/** By team, published ones alone; everybody's under -1. */
function dashboardsByTeam(plan: OrganisationPlan): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (let at = 0; at < plan.dashboards; at += 1) {
    if (at % 10 === 9) continue;
    const team = plan.teamOfDataset(plan.datasetsOf(at)[0]) ?? -1;
    const own = found.get(team) ?? [];
    own.push(at);
    found.set(team, own);
  }
  return found;
}

/** The same chances in every run, for each person others. */
function chancesOf(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
