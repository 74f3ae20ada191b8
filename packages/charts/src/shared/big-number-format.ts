import { formatTime, isOn, type ModelContext, numberFormatter, parseCurrency, textOf } from '@powerset/chart-kit';
import type { ResultColumn } from '@powerset/contract';

/** How a big number writes its value: as a time where it is one or is meant to be one, else as a number. */
export function bigNumberFormat(
  context: ModelContext,
  metric: string,
  type: ResultColumn['type'] | undefined,
): (value: number | null) => string {
  const { form } = context;
  if (type === 'temporal' || isOn(form, 'force_timestamp_formatting')) {
    return (value) => (value === null ? '' : formatTime(textOf(form, 'time_format'), value));
  }
  const code = textOf(form, 'y_axis_format', 'SMART_NUMBER') || 'SMART_NUMBER';
  const saved = code === 'SMART_NUMBER' ? context.columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, parseCurrency(form.currency_format) ?? context.currencies?.[metric] ?? null);
}
