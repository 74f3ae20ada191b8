import { averageGrainMs, type GrainUnit, numberOfCell, unitOfGrain } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

const stepMonths: Partial<Record<GrainUnit, number>> = { month: 1, quarter: 3, year: 12 };

export interface PeriodBounds {
  readonly grain: string | null | undefined;
  /** The time range that was asked for. */
  readonly timeBounds?: readonly [number, number] | undefined;
  /** When it was asked: what lies behind has not happened yet. */
  readonly now?: number | undefined;
}

/** When the period that begins at a moment is over; undefined without a grain that counts whole days. */
function endOfPeriod(ms: number, grain: string): number | undefined {
  const unit = unitOfGrain(grain);
  const months = unit && stepMonths[unit];
  if (!months) return unit === 'day' || unit === 'week' ? ms + (averageGrainMs(grain) ?? 0) : undefined;
  const start = new Date(ms);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, start.getUTCDate());
}

/** The positions of the first and the last period where the time range or the present cuts them short. */
export function partialPeriods(xs: readonly CellValue[], bounds: PeriodBounds): ReadonlySet<number> {
  const { grain, timeBounds, now } = bounds;
  const last = xs.length - 1;
  const [first, latest] = [numberOfCell(xs[0]), numberOfCell(xs[last])];
  if (!grain || first === null || latest === null || last < 1) return new Set();
  const end = endOfPeriod(latest, grain);
  const until = Math.min(timeBounds?.[1] ?? Number.POSITIVE_INFINITY, now ?? Number.POSITIVE_INFINITY);
  const since = timeBounds?.[0] ?? Number.NEGATIVE_INFINITY;
  const isBegun = endOfPeriod(first, grain) !== undefined && first < since;
  // What has not begun yet is no part of a period but a forecast or a plan.
  const isCut = end !== undefined && end > until && latest < until;
  return new Set([...(isBegun ? [0] : []), ...(isCut ? [last] : [])]);
}
