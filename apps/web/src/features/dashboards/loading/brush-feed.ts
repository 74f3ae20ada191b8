import type { CrossFilterSelection } from '@powerset/chart-kit';
import type { BrushChoices, ChosenSlices } from '@powerset/charts/views';
import {
  type ChartSlicesLine,
  type ChartSlicesRequest,
  fromWireTable,
  type ResultTable,
  toWireTable,
} from '@powerset/contract';
import type { BrushedRows, openSlices, Slices } from '@powerset/query/brushed';
import type { ChartRun } from '../../../chart-runs/index.ts';
import type { BrushFeed, ChartPayload, DashboardState } from '../state/index.ts';

export type BrushedState = Pick<DashboardState, 'runs' | 'crossScopes' | 'brushWaits'>;

export interface BrushParts {
  readonly dashboardId: number;
  readonly getState: () => BrushedState;
  readonly setRuns: (runs: Readonly<Record<number, ChartRun>>) => void;
  /** Names the charts that follow only once the brush is let go. */
  readonly setWaits: (chartIds: readonly number[]) => void;
  /** What a chart would ask if this were chosen in another one. */
  readonly payloadUnder: (chartId: number, brushed: BrushedChart) => ChartPayload | undefined;
  readonly payloadOf: (chartId: number) => ChartPayload | undefined;
  readonly stream: (
    request: ChartSlicesRequest,
    options: { onLines: (lines: readonly ChartSlicesLine[]) => void; signal: AbortSignal },
  ) => Promise<void>;
  readonly loadCombining: () => Promise<{ readonly openSlices: typeof openSlices }>;
  /** Calls back before the next picture. */
  readonly nextFrame: (run: () => void) => void;
}

export interface BrushedChart {
  readonly chartId: number;
  readonly selection: CrossFilterSelection;
}

/** What was brought to the page for one brush. */
interface Readied {
  /** Names the brush and what every chart would ask under it: anything else is another one. */
  readonly name: string;
  readonly ending: AbortController;
  /** Of each chart that follows; null where only the engine can tell, absent while that is not known. */
  readonly slices: Map<number, readonly Slices[] | null>;
  readonly chartIds: readonly number[];
}

interface Move {
  readonly of: Readied;
  readonly chosen: ChosenSlices | null;
}

/**
 * Lets charts follow a brush while it is dragged: what they need for that is brought once, and each move is answered from
 * there. Of several moves before one picture the last one counts; nothing is asked of the server meanwhile.
 */
export function createBrushFeed(parts: BrushParts): BrushFeed {
  const followers = new Followers(parts);
  return {
    ready: (chartId, choices) => void followers.ready(chartId, choices),
    move: (chartId, choices, chosen) => followers.move(chartId, choices, chosen),
    settle: () => followers.settle(),
    dispose: () => followers.dispose(),
  };
}

class Followers {
  private readied: Readied | null = null;
  private last: Move | null = null;
  private isScheduled = false;
  /** What charts showed before they followed, and what they show while they do. */
  private readonly before = new Map<number, { readonly base: ChartRun; readonly shown: ChartRun }>();
  /** Names what charts follow by now: moves within one slice change nothing. */
  private followed = '';

  constructor(private readonly parts: BrushParts) {}

  ready(chartId: number, choices: BrushChoices): Readied {
    const { name, request } = requestFor(this.parts, chartId, choices);
    if (this.readied?.name === name) return this.readied;
    this.readied?.ending.abort();
    const fresh: Readied = {
      ...{ name, ending: new AbortController(), slices: new Map() },
      chartIds: request.requests.map(({ key }) => Number(key)),
    };
    this.readied = fresh;
    if (fresh.chartIds.length > 0) void this.bring(request, fresh);
    return fresh;
  }

  move(chartId: number, choices: BrushChoices, chosen: ChosenSlices | null): void {
    // What charts would ask stays as it is while one is dragged.
    this.last = { of: this.last?.of ?? this.ready(chartId, choices), chosen };
    this.schedule();
  }

  settle(): void {
    this.last = null;
    this.followed = '';
    this.before.clear();
    if (this.parts.getState().brushWaits.length > 0) this.parts.setWaits([]);
  }

  dispose(): void {
    this.readied?.ending.abort();
    this.last = null;
  }

  private async bring(request: ChartSlicesRequest, fresh: Readied): Promise<void> {
    const onMore = () => {
      if (this.last?.of === fresh) this.schedule();
    };
    try {
      await bring(this.parts, { request, fresh, onMore });
    } catch {
      // The next drag asks again; until then charts wait for the brush to be let go.
      if (this.readied === fresh) this.readied = null;
    }
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.parts.nextFrame(() => this.follow());
  }

  private follow(): void {
    this.isScheduled = false;
    if (!this.last) return;
    const { of, chosen } = this.last;
    if (chosen === null) this.restore();
    else this.show(of, chosen);
  }

  private show(of: Readied, chosen: ChosenSlices): void {
    const name = JSON.stringify([chosen, of.slices.size]);
    if (name === this.followed) return;
    this.followed = name;
    const { getState, setRuns, setWaits } = this.parts;
    const runs = of.chartIds.flatMap((chartId) => this.follower(chartId, of.slices.get(chartId), chosen));
    if (runs.length > 0) setRuns(Object.fromEntries(runs));
    const waits = of.chartIds.filter((chartId) => of.slices.get(chartId) === null);
    if (waits.join() !== getState().brushWaits.join()) setWaits(waits);
  }

  private follower(chartId: number, slices: readonly Slices[] | null | undefined, chosen: ChosenSlices) {
    const run = this.parts.getState().runs[chartId];
    if (!slices || !run) return [];
    const known = this.before.get(chartId);
    // Rows that came in between are what is gone back to.
    const base = known && known.shown === run ? known.base : run;
    if (base.status !== 'success') return [];
    const shown = followedRun(base, slices, chosen);
    this.before.set(chartId, { base, shown });
    return [[chartId, shown] as const];
  }

  private restore(): void {
    const { runs } = this.parts.getState();
    const back = [...this.before].flatMap(([chartId, { base, shown }]) =>
      runs[chartId] === shown ? [[chartId, base] as const] : [],
    );
    this.settle();
    if (back.length > 0) this.parts.setRuns(Object.fromEntries(back));
  }
}

/** What is asked for a brush: the charts that follow it, each as if all of it were chosen. */
function requestFor(parts: BrushParts, chartId: number, { brush, whole }: BrushChoices) {
  const { runs, crossScopes } = parts.getState();
  const inScope = crossScopes[String(chartId)]?.crossFilters.chartsInScope ?? [];
  const selection = { filters: whole, selectedLabels: [] };
  const requests = inScope.flatMap((id) => {
    if (id === chartId || !runs[id]?.tables) return [];
    const payload = parts.payloadUnder(id, { chartId, selection });
    // A chart that the brush does not reach asks the same as before.
    if (!payload || payload.key === parts.payloadOf(id)?.key) return [];
    return [{ key: String(id), payload: payload.request }];
  });
  const request = { dashboard_id: parts.dashboardId, brush, requests };
  // What was read anew may stand on other data.
  const readAt = requests.map(({ key }) => runs[Number(key)]?.startedAtMs);
  return { name: JSON.stringify([chartId, request, readAt]), request };
}

interface Bringing {
  readonly request: ChartSlicesRequest;
  readonly fresh: Readied;
  readonly onMore: () => void;
}

async function bring(parts: BrushParts, { request, fresh: { slices, ending }, onMore }: Bringing): Promise<void> {
  const { openSlices } = await parts.loadCombining();
  const rules = new Map(
    request.requests.map(({ key, payload }) => [key, payload.queries.map((query) => query.post_processing ?? [])]),
  );
  const onLines = (lines: readonly ChartSlicesLine[]) => {
    for (const { key, queries } of lines) {
      const opened = queries?.map((query, at) =>
        openSlices({ ...query, table: fromWireTable(query.table) }, rules.get(key)?.[at] ?? []),
      );
      slices.set(Number(key), opened ?? null);
    }
    onMore();
  };
  await parts.stream(request, { onLines, signal: ending.signal });
}

/** The run with what its queries come to for some slices; as it was where a rule cannot be kept for those. */
function followedRun(base: ChartRun, slices: readonly Slices[], chosen: ChosenSlices): ChartRun {
  try {
    const rows: BrushedRows[] = [];
    for (const one of slices) rows.push(one.answer(chosen, rows[0]));
    const results = base.results.map((result, at) => {
      const own = rows[at];
      return own ? { ...result, ...factsOf(own) } : result;
    });
    return { ...base, tables: rows.map(({ table }) => table), results };
  } catch {
    return base;
  }
}

function factsOf({ table, sqlRowCount, limitReached }: BrushedRows) {
  return {
    rowcount: table.rowCount,
    sql_rowcount: sqlRowCount,
    limitReached,
    is_cached: null,
    cached_dttm: null,
    // Few look at it, and not while somebody drags.
    get table() {
      return toWireTable(table satisfies ResultTable);
    },
  };
}
