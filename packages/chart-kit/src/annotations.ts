import { withAlpha } from './color-math.ts';
import type { AnnotationRecords, AnnotationType } from './definitions.ts';
import { isRecord, textOf, toList, toNumber } from './form-values.ts';
import { parseFormula } from './formulas.ts';
import { msg } from './msg.ts';

/** Where a layer's records come from: its own text, a kept layer, or another chart. */
export type AnnotationSource = '' | 'NATIVE' | 'line' | 'table';

export const annotationStyles = ['solid', 'dashed', 'dotted', 'longDashed'] as const;
export type AnnotationStyle = (typeof annotationStyles)[number];

/** One annotation layer of a form. */
export interface AnnotationLayer {
  readonly name: string;
  readonly type: AnnotationType;
  readonly sourceType: AnnotationSource;
  readonly show: boolean;
  readonly showLabel: boolean;
  readonly showMarkers: boolean;
  readonly hideLine: boolean;
  /** A formula's text, or the id of a kept layer or of a chart. */
  readonly value: unknown;
  readonly color: string | null;
  readonly style: AnnotationStyle;
  readonly width: number;
  /** 0 to 1. */
  readonly opacity: number;
  readonly columns: {
    readonly time: string;
    readonly end: string;
    readonly title: string;
    readonly descriptions: readonly string[];
  };
  /** What of another chart's query is replaced; null takes the value of the chart that is drawn. */
  readonly overrides: Readonly<Record<string, string | null>>;
}

const types: readonly AnnotationType[] = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'];
const opacities: Readonly<Record<string, number>> = { opacityLow: 0.2, opacityMedium: 0.5, opacityHigh: 0.8 };

/** The layers of a form; damaged entries are left out. */
export function readAnnotationLayers(form: { readonly annotation_layers?: unknown }): readonly AnnotationLayer[] {
  return toList(form.annotation_layers).flatMap((entry) => readAnnotationLayer(entry) ?? []);
}

/** One entry of a form's or a query's list of layers; undefined when it is none. */
export function readAnnotationLayer(entry: unknown): AnnotationLayer | undefined {
  if (!isRecord(entry)) return undefined;
  const type = types.find((known) => known === entry.annotationType);
  const name = textOf(entry, 'name');
  return type && name ? toLayer(entry, name, type) : undefined;
}

type Entry = Readonly<Record<string, unknown>>;

function toLayer(entry: Entry, name: string, type: AnnotationType): AnnotationLayer {
  const sourceType = type === 'FORMULA' ? '' : sourceOf(entry);
  return {
    name,
    type,
    sourceType,
    show: entry.show !== false,
    showLabel: entry.showLabel === true,
    showMarkers: entry.showMarkers === true,
    hideLine: entry.hideLine === true,
    value: entry.value,
    color: textOf(entry, 'color') || null,
    style: annotationStyles.find((style) => style === entry.style) ?? 'solid',
    width: Math.max(0, toNumber(entry.width) ?? 1),
    opacity: opacities[textOf(entry, 'opacity')] ?? 1,
    columns: columnsOfLayer(entry, sourceType),
    overrides: overridesOf(entry.overrides),
  };
}

const sourceOf = (entry: Entry): AnnotationSource =>
  entry.sourceType === 'line' || entry.sourceType === 'table' ? entry.sourceType : 'NATIVE';

/** A kept layer has columns of its own; those of a chart are chosen. */
function columnsOfLayer(entry: Entry, sourceType: AnnotationSource): AnnotationLayer['columns'] {
  if (sourceType === 'NATIVE')
    return { time: 'start_dttm', end: 'end_dttm', title: 'short_descr', descriptions: ['long_descr'] };
  return {
    time: textOf(entry, 'timeColumn'),
    end: textOf(entry, 'intervalEndColumn'),
    title: textOf(entry, 'titleColumn'),
    descriptions: toList(entry.descriptionColumns).filter((name): name is string => typeof name === 'string'),
  };
}

function overridesOf(value: unknown): AnnotationLayer['overrides'] {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(
    entries.filter((pair): pair is [string, string | null] => typeof pair[1] === 'string' || pair[1] === null),
  );
}

/** The colour in which a layer is drawn, see-through as it asks. */
export function annotationColor(layer: AnnotationLayer, fallback: string): string {
  const color = layer.color ?? fallback;
  return layer.opacity < 1 ? withAlpha(color, layer.opacity) : color;
}

export interface AnnotationSpan {
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly descriptions: readonly string[];
}

/** An annotation with its marks in place; times are epoch milliseconds. */
export type AnnotationMark =
  | {
      readonly kind: 'line';
      readonly layer: AnnotationLayer;
      /** The layer's name, or that of one of its several series. */
      readonly name: string;
      readonly points: readonly (readonly [number, number])[];
    }
  | { readonly kind: 'events'; readonly layer: AnnotationLayer; readonly spans: readonly AnnotationSpan[] }
  | { readonly kind: 'intervals'; readonly layer: AnnotationLayer; readonly spans: readonly AnnotationSpan[] };

/** What is drawn of a form's layers: hidden ones and those without an answer are left out. */
export function toAnnotationMarks(
  form: { readonly annotation_layers?: unknown },
  annotations: Readonly<Record<string, AnnotationRecords>>,
  xs: readonly number[],
): readonly AnnotationMark[] {
  return readAnnotationLayers(form)
    .filter((layer) => layer.show)
    .flatMap((layer) =>
      toMarks(layer, Object.hasOwn(annotations, layer.name) ? annotations[layer.name] : undefined, xs),
    );
}

function toMarks(
  layer: AnnotationLayer,
  answer: AnnotationRecords | undefined,
  xs: readonly number[],
): readonly AnnotationMark[] {
  if (layer.type === 'FORMULA') return formulaMarks(layer, xs);
  if (!answer) return [];
  if (layer.type === 'TIME_SERIES') return seriesMarks(layer, answer);
  const spans = answer.records.flatMap((record) => toSpan(record, layer));
  return [{ kind: layer.type === 'EVENT' ? 'events' : 'intervals', layer, spans }];
}

function formulaMarks(layer: AnnotationLayer, xs: readonly number[]): readonly AnnotationMark[] {
  const formula = parseFormula(String(layer.value ?? ''));
  if (!formula) return [];
  const points = xs.map((x) => [x, formula(x)] as const).filter(([, y]) => Number.isFinite(y));
  return [{ kind: 'line', layer, name: layer.name, points }];
}

type AnnotationRecord = AnnotationRecords['records'][number];

function toSpan(record: AnnotationRecord, layer: AnnotationLayer): readonly AnnotationSpan[] {
  const { columns } = layer;
  const start = toMs(record[columns.time || timeNameOf(record)]);
  if (start === null) return [];
  const texts = columns.descriptions.map((name) => record[name]).filter((text) => text !== null && text !== undefined);
  return [
    {
      start,
      end: toMs(record[columns.end]) ?? start,
      title: String(record[columns.title] ?? layer.name),
      descriptions: texts.map(String).filter((text) => text !== ''),
    },
  ];
}

/** One line for each column of numbers beside the time. */
function seriesMarks(layer: AnnotationLayer, answer: AnnotationRecords): readonly AnnotationMark[] {
  const [first = {}] = answer.records;
  const { time } = layer.columns;
  const timeName = time !== '' && time in first ? time : timeNameOf(first);
  const names = [...new Set(answer.records.flatMap((record) => Object.keys(record)))].filter(
    (name) => name !== timeName && answer.records.some((record) => toNumber(record[name]) !== null),
  );
  return names.map((name) => ({
    kind: 'line',
    layer,
    name: names.length === 1 ? layer.name : name,
    points: answer.records.flatMap((record) => {
      const [x, y] = [toMs(record[timeName]), toNumber(record[name])];
      return x === null || y === null ? [] : [[x, y] as const];
    }),
  }));
}

const timeNameOf = (record: AnnotationRecord) => Object.keys(record).find((key) => toMs(record[key]) !== null) ?? '';

function toMs(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) return null;
  // A time without a zone counts as UTC, as everywhere in results.
  const ms = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`,
  );
  return Number.isNaN(ms) ? null : ms;
}

/** A layer's entry as it is kept in a form. */
export type AnnotationEntry = Entry;

/** Messages by field of a layer being edited; an empty object means that it may be saved. */
export function validateAnnotationLayer(
  entry: AnnotationEntry,
  taken: readonly string[],
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const name = textOf(entry, 'name').trim();
  if (name === '') errors.name = msg('Required');
  else if (taken.includes(name)) errors.name = msg('Another layer has this name');
  const value = entry.value === null || entry.value === undefined ? '' : String(entry.value).trim();
  if (value === '') errors.value = msg('Required');
  else if (entry.annotationType === 'FORMULA' && !parseFormula(value)) errors.value = msg('Bad formula.');
  if (entry.sourceType === 'table') {
    if (textOf(entry, 'timeColumn') === '') errors.timeColumn = msg('Required');
    if (entry.annotationType === 'INTERVAL' && textOf(entry, 'intervalEndColumn') === '')
      errors.intervalEndColumn = msg('Required');
  }
  const width = entry.width === undefined ? 1 : toNumber(entry.width);
  if (width === null || width < 0) errors.width = 'is expected to be a number';
  return errors;
}
