import { type FieldsOfRows, formatTime, type ModelContext, numberFormatter } from '@powerset/chart-kit';
import type { ResultColumn } from '@powerset/contract';
import type { bigNumberFormatRows } from './big-number-form.ts';

type BigNumberFormats = FieldsOfRows<typeof bigNumberFormatRows>;

/** How a big number writes its value: as a time where it is one or is meant to be one, else as a number. */
export function bigNumberFormat(
  context: ModelContext<BigNumberFormats>,
  metric: string,
  type: ResultColumn['type'] | undefined,
): (value: number | null) => string {
  const { form } = context;
  if (type === 'temporal' || form.force_timestamp_formatting) {
    return (value) => (value === null ? '' : formatTime(form.time_format, value, context));
  }
  const code = form.y_axis_format;
  const saved = code === 'SMART_NUMBER' ? context.columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? context.currencies?.[metric] ?? null, context.locale);
}
