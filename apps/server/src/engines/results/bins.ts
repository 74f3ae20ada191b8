const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time as the engine writes it; months and years have no fixed length. */
export interface TimeStep {
  readonly sql: string;
  readonly next: (ms: number) => number;
  /** On average. */
  readonly lengthMs: number;
}

const fixed = (sql: string, lengthMs: number): TimeStep => ({ sql, lengthMs, next: (ms) => ms + lengthMs });

const months = (sql: string, count: number): TimeStep => ({
  sql,
  lengthMs: count * 30.44 * day,
  next: (ms) => {
    const at = new Date(ms);
    return new Date(at).setUTCMonth(at.getUTCMonth() + count);
  },
});

const steps: readonly TimeStep[] = [
  ...[1, 10, 100].map((count) => fixed(`${count} milliseconds`, count)),
  ...[1, 5, 15, 30].map((count) => fixed(`${count} seconds`, count * second)),
  ...[1, 5, 15, 30].map((count) => fixed(`${count} minutes`, count * minute)),
  ...[1, 3, 6, 12].map((count) => fixed(`${count} hours`, count * hour)),
  fixed('1 day', day),
  fixed('7 days', 7 * day),
  months('1 month', 1),
  months('3 months', 3),
  ...[1, 5, 10, 50, 100, 500, 1000, 5000, 10_000].map((count) => months(`${count} years`, count * 12)),
];

/** At most so many bars and a few more: what a panel shows, and a finger can tell apart. */
export const mostBins = 40;
/** Two months of days. */
const mostTimes = 62;

/** The shortest step of the calendar by which a span comes to few bars; dates have no hours. */
export function timeStepFor(spanMs: number, isDate: boolean): TimeStep {
  const fitting = steps.find(({ lengthMs }) => (!isDate || lengthMs >= day) && spanMs / lengthMs <= mostTimes);
  return fitting ?? steps.at(-1)!;
}

/** A round width by which a span comes to few bars; of whole numbers at least one. */
export function numberStepFor(span: number, isWhole: boolean): number {
  const rough = span / mostBins;
  const power = 10 ** Math.floor(Math.log10(rough));
  const width = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough)! * power;
  return isWhole ? Math.max(1, Math.ceil(width)) : width;
}
