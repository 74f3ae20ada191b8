const dayMs = 86_400_000;

/** A season: how long it lasts, and how many waves describe it. */
export interface Seasonality {
  readonly days: number;
  readonly order: number;
}

export type Seasonalities = readonly Seasonality[];

/** Null lets the past decide; a number is how many waves describe the season. */
export type SeasonChoice = boolean | number | null;

export interface SeasonChoices {
  readonly yearly: SeasonChoice;
  readonly weekly: SeasonChoice;
  readonly daily: SeasonChoice;
}

const seasons = [
  { name: 'yearly', days: 365.25, order: 10, leastDays: 730 },
  { name: 'weekly', days: 7, order: 3, leastDays: 14 },
  { name: 'daily', days: 1, order: 4, leastDays: 2 },
] as const;

/** The seasons of a past: unless chosen, those that it shows at least twice, and more than once each. */
export function findSeasonalities(times: readonly number[], choices: SeasonChoices): Seasonalities {
  const spanDays = (times.at(-1)! - times[0]!) / dayMs;
  const closestDays = smallestGap(times) / dayMs;
  return seasons.flatMap(({ name, days, order, leastDays }) => {
    const choice = choices[name];
    if (typeof choice === 'number') return choice > 0 ? [{ days, order: choice }] : [];
    const isThere = choice ?? (spanDays >= leastDays && (name === 'yearly' || closestDays < days));
    return isThere ? [{ days, order }] : [];
  });
}

function smallestGap(times: readonly number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < times.length; index += 1) {
    const gap = times[index]! - times[index - 1]!;
    if (gap > 0) smallest = Math.min(smallest, gap);
  }
  return smallest;
}
