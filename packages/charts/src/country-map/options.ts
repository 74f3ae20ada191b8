import { type DrawContext, numberFormatter } from '@powerset/chart-kit';
import type { AreaModel } from '../shared/area-model.ts';
import { toAreaOptions } from '../shared/area-options.ts';
import { scaleOf } from '../shared/area-scale.ts';
import type { EChartOptions } from '../shared/base-options.ts';
import type { CountryMapForm } from './form.ts';
import { partShapes } from './part-shapes.ts';

const nothing = { shapes: [], box: [0, 0, 1000, 700] } as const;

export function toOptions(model: AreaModel, context: DrawContext<CountryMapForm>): EChartOptions {
  const { form, maps, theme } = context;
  const key = form.select_country ?? '';
  const map = maps?.[key];
  const { shapes, box } = map ? partShapes(map, key) : nothing;
  const values = model.areas.flatMap(({ value }) => (value === null ? [] : [value]));
  const scale = scaleOf(values, form.linear_color_scheme, theme);
  return toAreaOptions(
    model,
    {
      shapes,
      box,
      scale,
      colorOf: ({ value }) => (value === null || !scale ? null : scale.colorOf(value)),
      nameOf: ({ name }) => name,
      format: formatOf(model.metric, context),
      bubbles: null,
    },
    context,
  );
}

function formatOf(metric: string, { form, columnFormats, currencies, locale }: DrawContext<CountryMapForm>) {
  const code = form.number_format;
  const saved = code === 'SMART_NUMBER' ? columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? currencies?.[metric] ?? null, locale);
}
