import { cssOfSavedColor, type DrawContext, numberFormatter } from '@powerset/chart-kit';
import { type AreaDrawing, toAreaOptions } from '../shared/area-options.ts';
import { scaleOf } from '../shared/area-scale.ts';
import type { EChartOptions } from '../shared/base-options.ts';
import type { CountryModel } from './countries.ts';
import type { WorldMapForm } from './form.ts';
import { worldShapes } from './world-shapes.ts';

const nothing = { shapes: [], whole: [0, 0, 1000, 480], inhabited: [0, 0, 1000, 480] } as const;
const usualBubble = 25;
const largestBubble = 200;

export function toOptions(model: CountryModel, context: DrawContext<WorldMapForm>): EChartOptions {
  const { form, maps, theme } = context;
  const { shapes, whole, inhabited } = maps?.world ? worldShapes(maps.world) : nothing;
  const values = model.areas.flatMap(({ value }) => (value === null ? [] : [value]));
  const scale = form.color_by === 'country' ? null : scaleOf(values, form.linear_color_scheme, theme);
  const drawing: AreaDrawing = {
    shapes: withNamedParts(shapes, model),
    box: model.areas.some(isAntarctica) ? whole : inhabited,
    scale,
    colorOf: (area, index) => {
      if (form.color_by === 'country') return context.colorOf(area.label, index);
      return area.value === null || !scale ? null : scale.colorOf(area.value);
    },
    nameOf: nameIn(context.locale),
    format: formatOf(model.metric, context),
    bubbles: bubblesOf(model, context),
  };
  return toAreaOptions(model, drawing, context);
}

const isAntarctica = ({ code }: { readonly code: string }) => code === 'AQ';

/** Marks of places that another country's shape holds, and Antarctica, are only for rows that name them. */
function withNamedParts(shapes: AreaDrawing['shapes'], { areas }: CountryModel): AreaDrawing['shapes'] {
  const named = new Set(areas.map(({ code }) => code));
  return shapes.filter((shape) => (shape.path !== '' && !isAntarctica(shape)) || named.has(shape.code));
}

function bubblesOf(model: CountryModel, context: DrawContext<WorldMapForm>): AreaDrawing['bubbles'] {
  const { form, theme } = context;
  if (!form.show_bubbles || model.sizeMetric === null) return null;
  const asked = Number(form.max_bubble_size);
  return {
    color: cssOfSavedColor(form.color_picker) ?? theme.accent,
    largest: Number.isFinite(asked) && asked > 0 ? Math.min(asked, largestBubble) : usualBubble,
    format: formatOf(model.sizeMetric, context),
  };
}

function formatOf(metric: string, { form, columnFormats, currencies, locale }: DrawContext<WorldMapForm>) {
  const code = form.y_axis_format;
  const saved = code === 'SMART_NUMBER' ? columnFormats[metric] : undefined;
  return numberFormatter(saved ?? code, form.currency_format ?? currencies?.[metric] ?? null, locale);
}

/** Countries are called what the reader's language calls them; what has no code is called as on the map. */
function nameIn(locale: string): AreaDrawing['nameOf'] {
  return ({ code, name }) => (code === '' ? name : (regionNames(locale)?.of(code) ?? name));
}

/** A language that nobody knows has no names. */
function regionNames(locale: string): Intl.DisplayNames | null {
  return Intl.DisplayNames.supportedLocalesOf([locale.replace('_', '-')]).length > 0
    ? new Intl.DisplayNames([locale.replace('_', '-')], { type: 'region', fallback: 'none' })
    : null;
}
