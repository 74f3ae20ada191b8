import type { AnnotationRecords, AnnotationType, ChartForm } from './definitions.ts';
import { isRecord, textOf, toList, toNumber } from './form-values.ts';
import { parseFormula } from './formulas.ts';

/** One annotation layer of a form, as far as drawing cares. */
export interface AnnotationLayer {
  readonly name: string;
  readonly type: AnnotationType;
  readonly show: boolean;
  readonly showLabel: boolean;
  /** A formula's text, or what the server looks up. */
  readonly value: unknown;
  readonly color: string | null;
  readonly style: 'solid' | 'dashed' | 'dotted';
  readonly width: number;
  readonly columns: { readonly time: string; readonly end: string; readonly title: string };
}

const types: readonly AnnotationType[] = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES'];

/** The layers of a form; damaged entries are left out. */
export function readAnnotationLayers(form: ChartForm): readonly AnnotationLayer[] {
  return toList(form.annotation_layers)
    .filter(isRecord)
    .flatMap((entry) => {
      const type = types.find((known) => known === entry.annotationType);
      const name = textOf(entry, 'name');
      return type && name ? [toLayer(entry, name, type)] : [];
    });
}

function toLayer(entry: Readonly<Record<string, unknown>>, name: string, type: AnnotationType): AnnotationLayer {
  const style = textOf(entry, 'style');
  return {
    name,
    type,
    show: entry.show !== false,
    showLabel: entry.showLabel === true,
    value: entry.value,
    color: textOf(entry, 'color') || null,
    style: style === 'dashed' || style === 'dotted' ? style : 'solid',
    width: toNumber(entry.width) ?? 1,
    columns: {
      time: textOf(entry, 'timeColumn', 'start_dttm') || 'start_dttm',
      end: textOf(entry, 'intervalEndColumn', 'end_dttm') || 'end_dttm',
      title: textOf(entry, 'titleColumn', 'short_descr') || 'short_descr',
    },
  };
}

export interface AnnotationSpan {
  readonly start: number;
  readonly end: number;
  readonly title: string;
}

/** An annotation with its marks in place; times are epoch milliseconds. */
export type AnnotationMark =
  | { readonly kind: 'line'; readonly layer: AnnotationLayer; readonly points: readonly (readonly [number, number])[] }
  | { readonly kind: 'events'; readonly layer: AnnotationLayer; readonly spans: readonly AnnotationSpan[] }
  | { readonly kind: 'intervals'; readonly layer: AnnotationLayer; readonly spans: readonly AnnotationSpan[] };

/** What is drawn of a form's layers: hidden ones and those without an answer are left out. */
export function toAnnotationMarks(
  form: ChartForm,
  annotations: Readonly<Record<string, AnnotationRecords>>,
  xs: readonly number[],
): readonly AnnotationMark[] {
  return readAnnotationLayers(form)
    .filter((layer) => layer.show)
    .flatMap((layer) => toMark(layer, annotations[layer.name], xs));
}

function toMark(
  layer: AnnotationLayer,
  answer: AnnotationRecords | undefined,
  xs: readonly number[],
): readonly AnnotationMark[] {
  if (layer.type === 'FORMULA') {
    const formula = parseFormula(String(layer.value ?? ''));
    return formula
      ? [{ kind: 'line', layer, points: xs.map((x) => [x, formula(x)] as const).filter(([, y]) => Number.isFinite(y)) }]
      : [];
  }
  if (!answer) return [];
  if (layer.type === 'TIME_SERIES')
    return [{ kind: 'line', layer, points: answer.records.flatMap((record) => toPoint(record, layer)) }];
  const spans = answer.records.flatMap((record) => toSpan(record, layer));
  return [{ kind: layer.type === 'EVENT' ? 'events' : 'intervals', layer, spans }];
}

function toSpan(record: Readonly<Record<string, unknown>>, layer: AnnotationLayer): readonly AnnotationSpan[] {
  const start = toMs(record[layer.columns.time]);
  if (start === null) return [];
  return [
    { start, end: toMs(record[layer.columns.end]) ?? start, title: String(record[layer.columns.title] ?? layer.name) },
  ];
}

/** The first number beside the time is the value. */
function toPoint(
  record: Readonly<Record<string, unknown>>,
  layer: AnnotationLayer,
): readonly (readonly [number, number])[] {
  const timeName =
    layer.columns.time in record
      ? layer.columns.time
      : (Object.keys(record).find((key) => toMs(record[key]) !== null) ?? '');
  const x = toMs(record[timeName]);
  const y = Object.entries(record)
    .filter(([key]) => key !== timeName)
    .map(([, value]) => toNumber(value))
    .find((value) => value !== null);
  return x === null || y === undefined || y === null ? [] : [[x, y]];
}

function toMs(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d{4}-\d\d/.test(value)) return null;
  // A time without a zone counts as UTC, as everywhere in results.
  const ms = Date.parse(
    /[zZ]|[+-]\d\d:?\d\d$/.test(value) ? value : `${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`,
  );
  return Number.isNaN(ms) ? null : ms;
}
