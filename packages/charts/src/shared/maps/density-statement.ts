import { type DrawContext, defaultTranslate, msg } from '@powerset/chart-kit';
import { type MapForm, metricFormat } from './picture-parts.ts';
import { type PlaceModel, weightsOf } from './place-model.ts';

/** What a map of density says above all: of how many places it is, and what they come to. */
export function densityStatement(model: PlaceModel, context: DrawContext<MapForm>): string {
  const { translate = defaultTranslate } = context;
  const total = weightsOf(model).reduce((sum, weight) => sum + weight, 0);
  return translate(msg('{{count}} places with {{total}} in all.'), {
    count: model.places.rows.length,
    total: metricFormat(model.metric, context)(total),
  });
}
