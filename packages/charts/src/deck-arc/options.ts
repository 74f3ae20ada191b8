import {
  type CrossFilterSelection,
  type DrawContext,
  defaultTranslate,
  findColumn,
  findScheme,
  msg,
  toNumber,
} from '@powerset/chart-kit';
import { packColors, type Rgba, rgbaOf, rgbaOfSaved, withOpacity } from '../shared/maps/map-colors.ts';
import type { ArcLayer, MapOptions } from '../shared/maps/map-picture.ts';
import { placeText, type TipContent, tipOf } from '../shared/maps/map-tooltips.ts';
import { entriesLegend, legendFormatter, tipsOf, toPicture, viewOf } from '../shared/maps/picture-parts.ts';
import { toSelection } from '../shared/series-selection.ts';
import type { Arcs } from './arcs.ts';
import type { ArcForm } from './form.ts';

type Context = DrawContext<ArcForm>;

const opacity = 0.85;
const dimmed = 0.12;

export function toOptions(model: Arcs, context: Context): MapOptions {
  const { form, translate = defaultTranslate, colorOf, verboseNames } = context;
  const layer: ArcLayer = {
    kind: 'arcs',
    id: 'arcs',
    count: model.rows.length,
    sources: model.sources,
    targets: model.targets,
    isLying: viewOf(context, model.bounds).pitch === 0,
    sourceColors: colorsOf(model, context, form.color_picker),
    targetColors: colorsOf(model, context, form.target_color_picker),
    width: Math.min(40, Math.max(0.5, form.stroke_width ?? 2)),
    tip: tipsOfArcs(model, context),
  };
  const { dimension } = model;
  const entries =
    dimension === null
      ? []
      : model.categories.map((label, at) => ({ label: entryLabel(label, context), color: colorOf(label, at) }));
  const title = dimension === null ? '' : (verboseNames[dimension] ?? dimension);
  const legend = entriesLegend(entries, { place: form.legend_position, title, context });
  return {
    picture: toPicture([layer], { bounds: model.bounds, legend }, context),
    selectionOf: ({ index }) => selectionOfArc(model, index),
    statement: () => translate(msg('{{count}} connections between places.'), { count: model.rows.length }),
  };
}

/** Categories that are numbers are written as the legend's format says. */
function entryLabel(label: string, context: Context): string {
  const number = toNumber(label);
  return number === null ? label : legendFormatter(context)(number);
}

function colorsOf(model: Arcs, context: Context, fixed: ArcForm['color_picker']): Uint8Array {
  const { form, theme, colorOf, selectedLabels } = context;
  const isFixed = form.color_scheme_type !== 'categorical_palette';
  const first = findScheme('categorical', form.color_scheme, theme).colors[0]!;
  const plain = isFixed ? rgbaOfSaved(fixed, theme.categorical[0]!) : rgbaOf(first);
  const categories = model.categories.map((name, at) => rgbaOf(colorOf(name, at)));
  const own = (index: number): Rgba => (model.dimension === null ? plain : categories[model.categoryOf[index]!]!);
  const selected = new Set(selectedLabels);
  const isLit = (index: number) => selected.size === 0 || selected.has(labelOfArc(model, index));
  return packColors(model.rows.length, (index) => withOpacity(own(index), isLit(index) ? opacity : dimmed));
}

const endsOf = ({ sources, targets }: Arcs, index: number) =>
  [sources, targets].map((ends) => placeText(ends[index * 2]!, ends[index * 2 + 1]!));

/** What a chosen arc is called: its category, else its ends. */
export function labelOfArc(model: Arcs, index: number): string {
  if (model.dimension !== null) return model.categories[model.categoryOf[index]!] ?? '';
  return endsOf(model, index).join(' → ');
}

/** What an arc stands for as a filter: its category, else the columns of its ends. */
export function selectionOfArc(model: Arcs, index: number): CrossFilterSelection | null {
  const row = model.rows[index];
  if (row === undefined) return null;
  const columns = model.dimension === null ? model.placeColumns : [model.dimension];
  return toSelection(
    columns.map((name) => [name, findColumn(model.table, name)?.values[row] ?? null]),
    labelOfArc(model, index),
  );
}

function tipsOfArcs(model: Arcs, context: Context): (index: number) => TipContent {
  const given = tipsOf(model.table, context);
  const { translate = defaultTranslate } = context;
  return (index) => {
    const [from = '', to = ''] = endsOf(model, index);
    return tipOf(given, model.rows[index]!, {
      ...(model.dimension === null ? {} : { title: labelOfArc(model, index) }),
      rows: [
        { label: translate(msg('From')), value: from },
        { label: translate(msg('To')), value: to },
      ],
    });
  };
}
