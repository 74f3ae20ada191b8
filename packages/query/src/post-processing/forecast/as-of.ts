import type { PostProcessingRule } from '@powerset/contract';
import { truncateTo } from '../../time/index.ts';

type Rules = readonly (PostProcessingRule | null)[];

const isForecast = (rule: PostProcessingRule | null) => rule?.operation === 'prophet';

/** Whether what becomes of a result depends on when that is asked. */
export function hasForecast(rules: Rules): boolean {
  return rules.some(isForecast);
}

const finerThanDays = /^PT/;

/** Tells forecasts up to when their rows reach, so that they learn nothing from a period that is not over; to the day, or to the minute for finer steps, so that what is kept stays good for a while. */
export function forecastsAsOf(rules: Rules, asOf: Date): (PostProcessingRule | null)[] {
  return rules.map((rule) => {
    if (!rule || !isForecast(rule) || rule.options?.as_of !== undefined) return rule;
    const isFine = finerThanDays.test(String(rule.options?.time_grain ?? ''));
    const moment = truncateTo(asOf, isFine ? 'minute' : 'day').getTime();
    return { ...rule, options: { ...rule.options, as_of: moment } };
  });
}
