import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import { schemeRamp } from '../shared/maps/cell-picture.ts';
import { densityStatement } from '../shared/maps/density-statement.ts';
import { rampOfColor, rampOfLength, rgbaOf, rgbaOfSaved, withOpacity } from '../shared/maps/map-colors.ts';
import type { MapOptions, ScreenLayer } from '../shared/maps/map-picture.ts';
import { tipOf } from '../shared/maps/map-tooltips.ts';
import { metricFormat, tipsOf, toPicture } from '../shared/maps/picture-parts.ts';
import { type PlaceModel, weightsOf } from '../shared/maps/place-model.ts';
import type { ScreenForm } from './form.ts';

type Context = DrawContext<ScreenForm>;

const opacity = 0.85;

export function toOptions(model: PlaceModel, context: Context): MapOptions {
  const { form, translate = defaultTranslate, verboseNames } = context;
  const { places } = model;
  const format = metricFormat(model.metric, context);
  const given = tipsOf(model.table, context);
  const layer: ScreenLayer = {
    kind: 'screen',
    id: 'screen',
    count: places.rows.length,
    positions: places.positions,
    weights: Float32Array.from(weightsOf(model)),
    size: Math.min(400, Math.max(4, form.grid_size ?? 20)),
    ramp: rampOfLength(rampOfScreen(context), 6).map((color) => withOpacity(color, opacity)),
    tip: (total, cell) => {
      const rows = cell.map((place) => places.rows[place]!);
      return tipOf(given, rows, {
        rows: [
          { label: verboseNames[model.metric] ?? model.metric, value: format(total) },
          ...(cell.length > 0 ? [{ label: translate(msg('Places')), value: String(cell.length) }] : []),
        ],
      });
    },
  };
  return {
    picture: toPicture([layer], { bounds: places.bounds }, context),
    statement: () => densityStatement(model, context),
  };
}

function rampOfScreen({ form, theme }: Context) {
  if (form.color_scheme_type === 'fixed_color')
    return rampOfColor(rgbaOfSaved(form.color_picker, theme.categorical[0]!));
  if (form.color_scheme_type === 'categorical_palette') return schemeRamp(form.color_scheme, { theme });
  return theme.sequential.slice(1).map(rgbaOf);
}
