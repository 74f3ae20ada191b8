import type { DrawContext } from '@powerset/chart-kit';
import { densityStatement } from '../shared/maps/density-statement.ts';
import { rampOf, rampOfColor, rampOfLength, rgbaOfSaved, withOpacity } from '../shared/maps/map-colors.ts';
import type { HeatLayer, MapOptions } from '../shared/maps/map-picture.ts';
import { toPicture } from '../shared/maps/picture-parts.ts';
import { type PlaceModel, weightsOf } from '../shared/maps/place-model.ts';
import type { HeatForm } from './form.ts';

const noTip = () => ({ rows: [] });

export function toOptions(model: PlaceModel, context: DrawContext<HeatForm>): MapOptions {
  const { form } = context;
  const { places } = model;
  const layer: HeatLayer = {
    kind: 'heat',
    id: 'heat',
    count: places.rows.length,
    positions: places.positions,
    weights: Float32Array.from(weightsOf(model)),
    intensity: form.intensity ?? 1,
    radius: Math.min(200, Math.max(1, form.radius_pixels ?? 30)),
    ramp: rampOfHeat(context),
    aggregation: form.aggregation === 'mean' ? 'MEAN' : 'SUM',
    tip: noTip,
  };
  return {
    picture: toPicture([layer], { bounds: places.bounds }, context),
    statement: () => densityStatement(model, context),
  };
}

/** From nearly nothing to full: where little is, the ground shows through. */
function rampOfHeat({ form, theme }: DrawContext<HeatForm>) {
  if (form.color_scheme_type === 'fixed_color')
    return rampOfLength(rampOfColor(rgbaOfSaved(form.color_picker, theme.categorical[0]!)), 6);
  return rampOfLength(rampOf(form.linear_color_scheme, theme), 6).map((color, at) =>
    withOpacity(color, at === 0 ? 0.5 : 0.9),
  );
}
