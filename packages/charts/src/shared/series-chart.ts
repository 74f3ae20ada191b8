import {
  type ChartDefinition,
  type ChartFacts,
  defineChart,
  type FormDeclaration,
  type TimeSeriesForm,
  timeSeriesQuery,
} from '@powerset/chart-kit';
import { seriesFacts } from './series-facts.ts';
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
export function defineSeriesChart<Form extends SeriesForm & TimeSeriesForm>({
  kind,
  form,
  ...own
}: Own<Form>): Definition {
  return defineFixedSeries({ facts: { ...own, ...seriesFacts }, kind, form, fix: (given) => given });
}

interface FixedSeries<Form> {
  readonly facts: ChartFacts;
  readonly kind: SeriesKind;
  readonly form: FormDeclaration<Form>;
  /** What the type itself says of the drawing, for which others have controls. */
  readonly fix: (form: NoInfer<Form>) => SeriesForm;
}

/** The same where the type decides what others let people choose, such as the marks. */
export function defineFixedSeries<Form extends TimeSeriesForm>({
  facts,
  kind,
  form,
  fix,
}: FixedSeries<Form>): Definition {
  return defineChart({
    ...facts,
    form,
    toQueries: (given) => [timeSeriesQuery(given)],
    toModel: (results, context) => toSeriesModel(results, { ...context, form: fix(context.form) }),
    toOptions: (model, context) => toSeriesOptions(model, { ...context, form: fix(context.form) }, kind),
    isEmpty: isSeriesModelEmpty,
    undrawnOf: (model, given) => undrawnSeries(model, fix(given), kind),
  });
}
