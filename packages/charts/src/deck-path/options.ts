import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import type { LineModel } from '../shared/maps/line-model.ts';
import { nameOfRow, selectionOfRow } from '../shared/maps/line-selection.ts';
import { packColors, rgbaOfSaved, withOpacity } from '../shared/maps/map-colors.ts';
import type { MapOptions, PathLayer } from '../shared/maps/map-picture.ts';
import { tipOf } from '../shared/maps/map-tooltips.ts';
import { tipsOf, toPicture } from '../shared/maps/picture-parts.ts';
import type { PathForm } from './form.ts';

const dimmed = 0.15;

export function toOptions(model: LineModel, context: DrawContext<PathForm>): MapOptions {
  const { form, theme, translate = defaultTranslate } = context;
  const color = rgbaOfSaved(form.color_picker, theme.categorical[0]!);
  const given = tipsOf(model.table, context);
  const nameOf = (index: number) => nameOfRow(model.table, model.rows[index]!, model.column);
  const parts = partsOf(model);
  const selected = new Set(context.selectedLabels);
  const isLit = (index: number) => selected.size === 0 || selected.has(nameOf(index));
  const layer: PathLayer = {
    kind: 'paths',
    id: 'paths',
    count: parts.marks.length,
    positions: parts.positions,
    starts: parts.starts,
    colors: packColors(parts.marks.length, (part) => withOpacity(color, isLit(parts.marks[part]!) ? 1 : dimmed)),
    width: Math.min(100_000, Math.max(0, form.line_width ?? 1)),
    unit: form.line_width_unit ?? 'meters',
    tip: (part) => {
      const index = parts.marks[part]!;
      return tipOf(given, model.rows[index]!, { title: nameOf(index), rows: [] });
    },
  };
  return {
    picture: toPicture([layer], { bounds: model.bounds }, context),
    selectionOf: ({ index }) => selectionOfRow(model.table, model.rows[parts.marks[index] ?? -1], model.column),
    statement: () => translate(msg('{{count}} lines are on the map.'), { count: model.lines.length }),
  };
}

/** A row may hold several lines: each is drawn, and stands for its row. */
export function partsOf({ lines }: LineModel) {
  const parts = lines.flatMap((line, mark) => line.map((points) => ({ points, mark })));
  const starts = new Uint32Array(parts.length + 1);
  parts.forEach(({ points }, at) => {
    starts[at + 1] = starts[at]! + points.length;
  });
  return {
    starts,
    positions: Float64Array.from(parts.flatMap(({ points }) => points.flat())),
    marks: Uint32Array.from(parts, ({ mark }) => mark),
  };
}
