import { isRecord, textOf, toList, toNumber } from './form-values.ts';

/** Words that somebody put on a chart by pointing: at a moment, at a point of a series, or along a span. */
export interface ChartNote {
  readonly text: string;
  /** Where on the axis of positions it stands: epoch milliseconds, or a number. */
  readonly at: number;
  /** Where its span ends, both ends being part of it; null where it stands at one place. */
  readonly end: number | null;
  /** The series at whose value it stands; null for all of them. */
  readonly series: string | null;
  /** The panel in which it stands, by its name; null for all of them, and where there are none. */
  readonly panel: string | null;
  readonly color: string | null;
}

/** As a form keeps it: what is not there is left out. */
export type ChartNoteEntry = Readonly<Record<string, unknown>>;

export const longestNote = 500;
export const mostNotes = 100;

/** The notes of a form; damaged entries are left out. */
export function readChartNotes(form: { readonly chart_notes?: unknown }): readonly ChartNote[] {
  return toList(form.chart_notes)
    .slice(0, mostNotes)
    .flatMap((entry) => readChartNote(entry) ?? []);
}

/** One entry of a form's list of notes; undefined when it is none. */
export function readChartNote(entry: unknown): ChartNote | undefined {
  if (!isRecord(entry)) return undefined;
  const [at, end] = [toNumber(entry.at), toNumber(entry.end)];
  const text = textOf(entry, 'text').trim().slice(0, longestNote);
  if (at === null || text === '') return undefined;
  return {
    text,
    at: end === null ? at : Math.min(at, end),
    end: end === null ? null : Math.max(at, end),
    series: textOf(entry, 'series') || null,
    panel: textOf(entry, 'panel') || null,
    color: textOf(entry, 'color') || null,
  };
}

export function toNoteEntry({ text, at, end, series, panel, color }: ChartNote): ChartNoteEntry {
  return {
    text,
    at,
    ...(end === null ? {} : { end }),
    ...(series === null ? {} : { series }),
    ...(panel === null ? {} : { panel }),
    ...(color === null ? {} : { color }),
  };
}

/** The value at which a formula stands that is one number: a line across the chart, also over categories. */
export function valueOfLine(layer: { readonly type: string; readonly value: unknown }): number | null {
  return layer.type === 'FORMULA' ? toNumber(layer.value) : null;
}
