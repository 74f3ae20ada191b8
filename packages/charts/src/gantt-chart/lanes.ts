import { labelOfCell } from '@powerset/chart-kit';
import type { Task, Tasks } from './tasks.ts';

export interface LaidTask {
  readonly task: Task;
  readonly lane: number;
  /** Where its bar ends: at its end, or at the edge while it goes on. */
  readonly until: number;
}

/** The lanes of one category, from the first to behind the last. */
export interface Block {
  readonly label: string;
  readonly from: number;
  readonly to: number;
}

export interface Lanes {
  readonly laid: readonly LaidTask[];
  readonly blocks: readonly Block[];
  readonly count: number;
  /** The first beginning and the last known moment. */
  readonly extent: readonly [number, number];
}

/** Bars in lanes, so that none lies on another: as few for each category as its bars need at once. */
export function layLanes({ tasks }: Tasks, hasSubcategories: boolean): Lanes {
  const extent = extentOf(tasks);
  // What lasts no time is drawn all the same, and needs its place.
  const least = (extent[1] - extent[0]) / 200;
  const laid: LaidTask[] = [];
  const blocks: Block[] = [];
  let lane = 0;
  for (const [label, own] of groupBy(tasks, ({ category }) => labelOfCell(category))) {
    const from = lane;
    const parts = hasSubcategories ? groupBy(own, ({ series }) => labelOfCell(series)) : new Map([[label, own]]);
    for (const part of parts.values()) {
      const given = part.map((task) => ({ task, until: task.end ?? extent[1] }));
      const places = lanesOf(given.map(({ task, until }) => [task.start, Math.max(until, task.start + least)]));
      given.forEach((one, at) => {
        laid.push({ ...one, lane: lane + places.lanes[at]! });
      });
      lane += places.count;
    }
    blocks.push({ label, from, to: lane });
  }
  return { laid, blocks, count: lane, extent };
}

function extentOf(tasks: readonly Task[]): readonly [number, number] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { start, end } of tasks) {
    first = Math.min(first, start);
    last = Math.max(last, end ?? start);
  }
  if (first > last) return [0, 1];
  return first === last ? [first - hour, last + hour] : [first, last];
}

const hour = 3_600_000;

/** Values by a key of theirs, in the order in which they came. */
export function groupBy<Value>(
  values: readonly Value[],
  keyOf: (value: Value) => string,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const own = groups.get(keyOf(value));
    if (own) own.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}

/** Each stretch in the lowest lane that is free when it begins. */
export function lanesOf(stretches: readonly (readonly [start: number, end: number])[]): {
  readonly lanes: readonly number[];
  readonly count: number;
} {
  const byStart = stretches.map((_, at) => at).sort((a, b) => stretches[a]![0] - stretches[b]![0]);
  const byEnd = stretches.map((_, at) => at).sort((a, b) => stretches[a]![1] - stretches[b]![1]);
  const lanes = new Array<number>(stretches.length).fill(0);
  const free: number[] = [];
  let [count, ended] = [0, 0];
  for (const at of byStart) {
    // Whatever ended has begun before, so it has a lane that is free again.
    for (; stretches[byEnd[ended]!]![1] <= stretches[at]![0]; ended += 1) putInOrder(free, lanes[byEnd[ended]!]!);
    const lane = free.pop();
    lanes[at] = lane ?? count;
    if (lane === undefined) count += 1;
  }
  return { lanes, count };
}

/** Into a list that falls, so that the lowest is its last. */
function putInOrder(list: number[], value: number): void {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! > value) low = middle + 1;
    else high = middle;
  }
  list.splice(low, 0, value);
}
