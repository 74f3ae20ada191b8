import {
  type AnnotationEntry,
  type ChartNote,
  isRecord,
  longestNote,
  textOf,
  toList,
  toNumber,
} from '@powerset/chart-kit';
import { msg } from '../../../i18n/index.ts';

/** A note while it is edited: its ends as people write them. */
export interface NoteDraft {
  readonly text: string;
  readonly from: string;
  /** Empty where it stands at one place. */
  readonly to: string;
  readonly series: string | null;
  readonly panel: string | null;
  readonly color: string | null;
}

const dayMs = 86_400_000;

/** `2026-03-01`, and the hour where it is not midnight. */
export function writeMoment(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** UTC, as everywhere on charts; null when it is no moment. */
export function readMoment(text: string): number | null {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(text.trim()) ?? [];
  if (day === undefined) return null;
  const ms = Date.parse(`${day}T${clock ?? '00:00'}Z`);
  // The 31st of February would be read as a day of March.
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? null : ms;
}

export const emptyNote: NoteDraft = { text: '', from: '', to: '', series: null, panel: null, color: null };

export function draftOfNote({ text, at, end, series, panel, color }: ChartNote): NoteDraft {
  // A span ends with its last day; that it lasts until the last moment of it needs no words.
  const to = end === null ? '' : writeMoment((end + 1) % dayMs === 0 ? end + 1 - dayMs : end);
  return { text, from: writeMoment(at), to, series, panel, color };
}

/** Messages by field; an empty object means that it may be saved. */
export function noteErrors(draft: NoteDraft): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  const [from, to] = [readMoment(draft.from), readMoment(draft.to)];
  if (draft.text.trim() === '') errors.text = msg('Required');
  else if (draft.text.trim().length > longestNote) errors.text = msg('At most 500 characters');
  if (draft.from.trim() === '') errors.from = msg('Required');
  else if (from === null) errors.from = msg('A date such as 2026-03-01');
  if (draft.to.trim() !== '') {
    if (to === null) errors.to = msg('A date such as 2026-03-01');
    else if (from !== null && to < from) errors.to = msg('Ends before it begins');
  }
  return errors;
}

/** A day that is named as the end belongs to the span. */
export function noteOfDraft(draft: NoteDraft): ChartNote {
  const to = readMoment(draft.to);
  const end = to !== null && to % dayMs === 0 ? to + dayMs - 1 : to;
  const series = end === null ? draft.series : null;
  return {
    text: draft.text.trim(),
    at: readMoment(draft.from) ?? 0,
    end,
    series,
    panel: draft.panel,
    color: draft.color,
  };
}

/** The list with one entry in the place of another, behind the last, or without it. */
export function putEntry(list: unknown, at: number, entry: unknown): readonly unknown[] {
  const entries = toList(list);
  if (entry === null) return entries.filter((_, index) => index !== at);
  return at < entries.length ? entries.map((one, index) => (index === at ? entry : one)) : [...entries, entry];
}

/** A line at a value while it is edited; it is kept as an annotation layer whose formula is a number. */
export interface LineDraft {
  readonly text: string;
  readonly value: string;
  readonly color: string | null;
}

export function draftOfLine(layer: AnnotationEntry): LineDraft {
  return { text: textOf(layer, 'name'), value: String(layer.value ?? ''), color: textOf(layer, 'color') || null };
}

export function lineErrors(draft: LineDraft, taken: readonly string[]): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  if (draft.text.trim() === '') errors.text = msg('Required');
  else if (draft.text.trim().length > longestNote) errors.text = msg('At most 500 characters');
  else if (taken.includes(draft.text.trim())) errors.text = msg('Another layer has this name');
  if (draft.value.trim() === '') errors.value = msg('Required');
  else if (toNumber(draft.value.trim()) === null) errors.value = msg('is expected to be a number');
  return errors;
}

/** The layer with what was edited; a new one is dashed and says its name. */
export function layerOfLine(draft: LineDraft, layer: AnnotationEntry): AnnotationEntry {
  return { ...layer, name: draft.text.trim(), value: draft.value.trim(), color: draft.color };
}

/** Where a layer of some name stands in a form's list. */
export const layerAt = (layers: unknown, name: string): number =>
  toList(layers).findIndex((layer) => isRecord(layer) && layer.name === name);
