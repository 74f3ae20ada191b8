import {
  type AnswerFacts,
  type ChartDefinition,
  type ChartForm,
  completeForm,
  currenciesWithRows,
  defaultTranslate,
  type ModelContext,
  mostMapLayers,
  msg,
  rowsCurrencyOf,
  type Undrawn,
  withRowsCurrency,
} from '@powerset/chart-kit';
import type { ResultTable, WireChartLayer } from '@powerset/contract';
import type { MultiForm } from './form.ts';
import { layerIds } from './query.ts';

/** A saved chart that is drawn as a layer. */
export interface ChartLayer {
  readonly id: number;
  readonly name: string;
  readonly definition: ChartDefinition;
  /** What its own definition draws. */
  readonly model: unknown;
  readonly context: ModelContext;
  readonly table: ResultTable;
  /** What of its rows is not on the map, in the reader's language; empty where all are. */
  readonly note: string;
  /** Whether none of its rows is on the map. */
  readonly isBare: boolean;
}

/** A chart that is no layer, and why, in the reader's language. */
export interface LayerFault {
  readonly id: number;
  readonly name: string;
  readonly reason: string;
}

export interface ChartLayers {
  readonly layers: readonly ChartLayer[];
  readonly faults: readonly LayerFault[];
  /** So many charts were chosen, of which the first are drawn. */
  readonly chosen: number;
}

/** The chart types that the answers are drawn with. */
export function typesOf(answers: readonly AnswerFacts[]): readonly string[] {
  const keys = answers.flatMap(({ chart_layer: layer }) => layer?.form_data?.viz_type ?? []);
  return [...new Set(keys.map(String))].sort();
}

/** Answers to layers, each with the model of its own chart type. */
export function toModel(results: readonly ResultTable[], context: ModelContext<MultiForm>): ChartLayers {
  const read = results.flatMap((table, at) => {
    const facts = context.answers?.[at];
    return facts?.chart_layer ? [readLayer(table, { facts, layer: facts.chart_layer, context })] : [];
  });
  return {
    layers: read.flatMap((one) => ('reason' in one ? [] : [one])),
    faults: read.flatMap((one) => ('reason' in one ? [one] : [])),
    chosen: layerIds(context.form).length,
  };
}

interface Given {
  readonly facts: AnswerFacts;
  readonly layer: WireChartLayer;
  readonly context: ModelContext<MultiForm>;
}

function readLayer(table: ResultTable, { facts, layer, context }: Given): ChartLayer | LayerFault {
  const { translate = defaultTranslate } = context;
  const { id } = layer;
  const name = layer.name ?? translate(msg('Chart {{id}}'), { id });
  const definition = context.typeOf?.(String(layer.form_data?.viz_type));
  if (layer.fault !== null || !definition) return { id, name, reason: reasonOf(layer, translate) };
  const own = contextOf(definition, { facts, layer, context });
  const model = definition.toModel([table], own);
  const undrawn = definition.undrawnOf?.(model, own.form);
  const isEmptyModel = definition.isEmpty?.(model) === true;
  const words = undrawn?.title ?? (isEmptyModel ? { text: msg('No data') } : null);
  const note = words ? translate(words.text, words.values) : '';
  return { id, name, definition, model, context: own, table, note, isBare: isEmptyModel || undrawn?.isAll === true };
}

/** The layer's own form and names in place of the map's. */
function contextOf(definition: ChartDefinition, { facts, layer, context }: Given): ModelContext {
  const code = rowsCurrencyOf([facts]);
  const form: ChartForm = withRowsCurrency(
    completeForm(definition, { ...layer.form_data, viz_type: definition.key }),
    code,
  );
  return {
    ...context,
    form,
    answers: [facts],
    verboseNames: layer.verbose_map,
    columnFormats: layer.column_formats,
    currencies: currenciesWithRows(layer.currency_formats, code),
  };
}

type Translate = NonNullable<ModelContext['translate']>;

function reasonOf({ fault, message }: WireChartLayer, translate: Translate): string {
  if (fault === 'missing') return translate(msg('it does not exist or is not open to you'));
  if (fault === 'type') return translate(msg('its chart type is no layer of a map'));
  return message ?? translate(msg('it could not be drawn'));
}

/** Which of the chosen charts are not on the map. */
export function undrawnOf({ layers, faults, chosen }: ChartLayers): Undrawn | null {
  const isAll = layers.every(({ isBare }) => isBare);
  // A map without a mark says why; beside others the list of layers does.
  const bare = isAll ? layers.filter(({ table }) => table.rowCount > 0) : [];
  const named = [...faults, ...bare.map(({ name, note }) => ({ name, reason: note }))];
  const names = named.map(({ name, reason }) => `${name} (${reason})`).join('; ');
  if (named.length > 0) return { isAll, title: { text: msg('Not drawn: {{layers}}'), values: { layers: names } } };
  if (chosen <= mostMapLayers) return null;
  return {
    isAll: false,
    title: {
      text: msg('The first {{most}} of {{all}} layers are drawn.'),
      values: { most: mostMapLayers, all: chosen },
    },
  };
}

export const isEmpty = ({ layers, faults }: ChartLayers): boolean =>
  faults.length === 0 && layers.every(({ table }) => table.rowCount === 0);
