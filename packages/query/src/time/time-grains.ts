import { type Dialect, weekGrains } from '@powerset/sql';

export interface TimeGrain {
  /** ISO 8601 duration, or a week that starts or ends on a day. */
  readonly duration: string;
  readonly name: string;
  /** The dialect's template, `{col}` for the column. */
  readonly function: string;
}

/** Labels, shortest first, variants of weeks last. */
const grainLabels: readonly (readonly [duration: string, label: string])[] = [
  ['PT1S', 'Second'],
  ['PT5S', '5 second'],
  ['PT30S', '30 second'],
  ['PT1M', 'Minute'],
  ['PT5M', '5 minute'],
  ['PT10M', '10 minute'],
  ['PT15M', '15 minute'],
  ['PT30M', '30 minute'],
  ['PT1H', 'Hour'],
  ['PT6H', '6 hour'],
  ['P1D', 'Day'],
  ['P7D', '7 days'],
  ['P1W', 'Week'],
  ['P1M', 'Month'],
  ['P3M', 'Quarter'],
  ['P1Y', 'Year'],
  [weekGrains.startingSunday, 'Week starting Sunday'],
  [weekGrains.startingMonday, 'Week starting Monday'],
  [weekGrains.endingSaturday, 'Week ending Saturday'],
  [weekGrains.endingSunday, 'Week ending Sunday'],
];

const oldCodes: Readonly<Record<string, string>> = { 'PT0.5H': 'PT30M', 'P0.25Y': 'P3M' };

/** The time grains that a dialect offers. */
export function listTimeGrains(dialect: Dialect): readonly TimeGrain[] {
  return grainLabels.flatMap(([duration, name]) => {
    const template = dialect.timeGrains[duration];
    return template === undefined ? [] : [{ duration, name, function: template }];
  });
}

/** Old codes under their present names. */
export function currentGrainCode(code: string): string {
  return Object.hasOwn(oldCodes, code) ? oldCodes[code]! : code;
}
