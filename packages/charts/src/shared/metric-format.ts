import { type Currency, type ModelContext, numberFormatter } from '@powerset/chart-kit';

export type NumberFormat = (value: number | null) => string;

interface FormatForm {
  readonly number_format: string | null;
  readonly currency_format?: Currency | null;
}

type FormatContext = Pick<ModelContext, 'columnFormats' | 'currencies' | 'locale'>;

/** How a chart writes the values of a metric: as its form says, else as the dataset does. */
export function metricFormat(
  metric: string,
  form: FormatForm,
  context: FormatContext,
): (value: number | bigint | null) => string {
  const saved = form.number_format === 'SMART_NUMBER' ? context.columnFormats[metric] : undefined;
  const currency = form.currency_format ?? context.currencies?.[metric] ?? null;
  return numberFormatter(saved ?? form.number_format, currency, context.locale);
}
