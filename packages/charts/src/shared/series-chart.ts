import {
  type ChartDefinition,
  defineChart,
  type FormDeclaration,
  type TimeSeriesForm,
  timeSeriesQuery,
} from '@powerset/chart-kit';
import type { SeriesForm } from './series-form.ts';
import { isSeriesModelEmpty, type SeriesModel, toSeriesModel } from './series-model.ts';
import { type SeriesOptions, toSeriesOptions } from './series-options.ts';
import type { SeriesKind } from './series-plot.ts';
import { undrawnSeries } from './series-undrawn.ts';

type Definition = ChartDefinition<SeriesModel, SeriesOptions>;

interface Own<Form> extends Pick<Definition, 'key' | 'name' | 'description' | 'tags'> {
  readonly kind: SeriesKind;
  readonly form: FormDeclaration<Form>;
}

/** A chart type that draws series over an x-axis: they differ in marks, words and controls. */
export function defineSeriesChart<Form extends SeriesForm & TimeSeriesForm>({ kind, ...own }: Own<Form>): Definition {
  return defineChart({
    ...own,
    category: 'Evolution',
    behaviors: ['INTERACTIVE_CHART', 'DRILL_TO_DETAIL', 'DRILL_BY'],
    annotationTypes: ['EVENT', 'FORMULA', 'INTERVAL', 'TIME_SERIES'],
    toQueries: (form) => [timeSeriesQuery(form)],
    toModel: toSeriesModel,
    toOptions: (model, context) => toSeriesOptions(model, context, kind),
    isEmpty: isSeriesModelEmpty,
    undrawnOf: (model, form) => undrawnSeries(model, form, kind),
  });
}
