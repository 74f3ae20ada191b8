import {
  assignColors,
  type ChartDefinition,
  type ChartForm,
  type ChartTheme,
  completeForm,
  currenciesWithRows,
  type DrawContext,
  isRecord,
  type ModelContext,
  rowsCurrencyOf,
  type SharedColors,
  withRowsCurrency,
} from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';

/** What a chart is drawn from, apart from its space and theme. */
export interface ChartInput extends Partial<Omit<ModelContext, 'form'>> {
  readonly form: ChartForm;
  readonly results: readonly ResultTable[];
}

/** The space and the theme in which it is drawn. */
export interface ChartSpace {
  readonly theme: ChartTheme;
  readonly width: number;
  readonly height: number;
  readonly selectedLabels?: readonly string[];
  readonly translate?: DrawContext['translate'];
}

/** Context of a model with what was not given filled in: own colours, no friendly names. */
export function toModelContext(definition: ChartDefinition, input: ChartInput, theme: ChartTheme): ModelContext {
  const code = rowsCurrencyOf(input.answers);
  const form = withRowsCurrency(completeForm(definition, input.form), code);
  const labelColors = isRecord(form.label_colors) ? form.label_colors : {};
  const fixed = Object.fromEntries(
    Object.entries(labelColors).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return {
    form,
    verboseNames: input.verboseNames ?? {},
    columnFormats: input.columnFormats ?? {},
    colorOf:
      colorsOfChart(input.colorOf) ??
      assignColors({ scheme: String(form.color_scheme ?? ''), labelColors: fixed, theme }),
    ...(input.colorOf ? { sharesColors: true } : {}),
    ...(input.currencies ? { currencies: currenciesWithRows(input.currencies, code) } : {}),
    ...(input.timeBounds ? { timeBounds: input.timeBounds } : {}),
    ...(input.now === undefined ? {} : { now: input.now }),
    ...(input.answers ? { answers: input.answers } : {}),
    ...(input.maps ? { maps: input.maps } : {}),
    ...(input.typeOf ? { typeOf: input.typeOf } : {}),
    ...(input.annotations ? { annotations: input.annotations } : {}),
    ...(input.locale ? { locale: input.locale } : {}),
    ...(input.translate ? { translate: input.translate } : {}),
  };
}

/** A dashboard's colours as this chart uses them; a plain function is taken as it is. */
function colorsOfChart(colorOf: ChartInput['colorOf']): ChartInput['colorOf'] {
  return colorOf && 'forChart' in colorOf ? (colorOf as SharedColors).forChart() : colorOf;
}

/** Model to drawing options in a space. */
export function drawModel(
  definition: ChartDefinition,
  model: unknown,
  given: { readonly context: ModelContext; readonly space: ChartSpace },
): unknown {
  return definition.toOptions(model, toDrawContext(given.context, given.space));
}

/** What drawing takes besides a model. */
export function toDrawContext(context: ModelContext, space: ChartSpace): DrawContext {
  return {
    ...context,
    theme: space.theme,
    width: space.width,
    height: space.height,
    locale: context.locale ?? 'en',
    selectedLabels: space.selectedLabels ?? [],
    ...(space.translate ? { translate: space.translate } : {}),
  };
}
