import { type Currency, type ModelContext, numberFormatter } from '@powerset/chart-kit';

interface FormatForm {
  readonly number_format: string | null;
  readonly currency_format?: Currency | null;
}

/** How marks write the values of a metric: by the form, or as the dataset says of the metric where the form leaves it open. */
export function metricFormat(
  context: Omit<ModelContext, 'form'> & { readonly form: FormatForm },
  metric: string,
): (value: number | bigint | null) => string {
  const { form, columnFormats, currencies, locale } = context;
  const code = form.number_format;
  const saved = code === 'SMART_NUMBER' ? columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? currencies?.[metric] ?? null, locale);
}
