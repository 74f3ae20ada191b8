import type { DescribedEndpoint } from '@powerset/contract';
import { toNetwork, type User } from '../access/index.ts';
import { openTopic, type SharedCache } from '../cache/index.ts';
import { tooMany } from './app-error.ts';

/** Calls that ask an engine, draw a picture or make a file. */
const costly = [
  /^chart\.(data|data_batch|data_opening|data_slices|explore_json|saved_data|warm_up_cache)$/,
  /^chart\.(cache_screenshot|screenshot|draft_picture)$/,
  /^dashboard\.(cache_dashboard_screenshot|offline_file|screenshot)$/,
  /^(dataset\.warm_up_cache|datasource\.(column_values|samples|samples_legacy))$/,
  /^(chart\.(version_figures|draft_figures)|dashboard\.version_chart_figures|dataset\.version_figures)$/,
  /^sql_editor\.(execute|execute_legacy|estimate|explain|preview|column_profile)$/,
  /^(report\.(preview|run|check)|database\.(check_health|test_connection|upload|upload_preview))$/,
  /\.(export|export_streaming|results_export)$/,
];

export const isCostly = ({ id }: Pick<DescribedEndpoint, 'id'>) => costly.some((pattern) => pattern.test(id));

/** Who calls, and for how many charts at once. */
export interface CostlyCall {
  readonly user: Pick<User, 'id' | 'isAnonymous' | 'guest' | 'viewedBy'>;
  readonly address: string;
  readonly body: unknown;
}

/** Lets each caller make so many costly calls a minute. */
export interface CostlyCalls {
  /** Counts a call; throws what says when the next one is taken, if this one is too many. */
  count(call: CostlyCall): void;
}

interface CostlyOptions {
  /** 0 for as many as anybody likes. */
  readonly perMinute: number;
  readonly now: () => Date;
  /** Where processes share a memory they count together. */
  readonly shared: SharedCache | null;
}

/** What a process tells the others of a call that it took. */
interface News {
  readonly caller: string;
  readonly price: number;
}

const minuteMs = 60_000;
/** Megabytes at most, however many addresses call. */
const maxCallers = 20_000;

/**
 * Each caller has calls in hand, a minute's at most, and gets them back at an even pace: a dashboard that is opened does not wait,
 * and a program that goes on and on does.
 */
export function createCostlyCalls({ perMinute, now, shared }: CostlyOptions): CostlyCalls {
  if (perMinute === 0) return { count: () => undefined };
  const callers = new Map<string, { readonly left: number; readonly at: number }>();
  const leftOf = (caller: string, at: number) => {
    const before = callers.get(caller);
    const regained = before ? (Math.max(0, at - before.at) * perMinute) / minuteMs : 0;
    return Math.min(perMinute, (before?.left ?? perMinute) + regained);
  };
  const spend = (caller: string, price: number) => {
    const at = now().getTime();
    const left = Math.max(0, leftOf(caller, at) - price);
    // Written anew it stands last: the first is whoever called longest ago.
    callers.delete(caller);
    callers.set(caller, { left, at });
    const [oldest] = callers.keys();
    if (callers.size > maxCallers && oldest !== undefined) callers.delete(oldest);
  };
  const others = openTopic<News>(shared, 'costly calls', ({ caller, price }) => spend(caller, price));
  return {
    count: (call) => {
      const caller = callerOf(call);
      const left = leftOf(caller, now().getTime());
      // What asks for more than a minute's takes all of it.
      const price = Math.min(perMinute, chartsOf(call.body));
      if (left < price) throw tooMany(((price - left) * minuteMs) / perMinute);
      spend(caller, price);
      others.tell({ caller, price });
    },
  };
}

/** People by themselves, wherever they are; who has no account by the network. */
function callerOf({ user, address }: CostlyCall): string {
  if (user.isAnonymous || user.guest) return `network ${toNetwork(address)}`;
  return `user ${user.viewedBy?.id ?? user.id}`;
}

function chartsOf(body: unknown): number {
  const charts = typeof body === 'object' && body !== null && 'requests' in body ? body.requests : null;
  return Array.isArray(charts) ? Math.max(1, charts.length) : 1;
}
