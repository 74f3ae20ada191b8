import {
  type AskedDrawing,
  type ChartWords,
  type ControlDefinition,
  type ControlLook,
  type FormLook,
  isRecord,
  type Remedy,
  readControl,
  type Undrawn,
} from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';
import { mostLabels } from './answer-questions.ts';
import { listOf, text } from './plain-data.ts';
import { readChoiceList } from './read-description.ts';

const mostControls = 1000;
const mostQueries = 10;
const mostEntries = 1000;
const shortText = 300;

/** A plugin's controls by name: of a form it changes nothing else. */
export type OwnControls = ReadonlyMap<string, ControlDefinition>;

/** What the rules of a plugin say of a form; nonsense is as good as nothing said. */
export function readLook(value: unknown, own: OwnControls): FormLook {
  const { controls, hiddenSections, problems, changes } = isRecord(value) ? value : {};
  return {
    controls: listOf(controls, mostControls, readControlLook),
    hiddenSections: listOf(hiddenSections, mostControls, (at) => (Number.isInteger(at) ? Number(at) : undefined)),
    problems: listOf(problems, mostControls, readProblem),
    changes: readChanges(changes, own),
  };
}

function readChanges(value: unknown, own: OwnControls): Readonly<Record<string, unknown>> {
  const entries = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    entries.flatMap(([name, field]) => {
      const control = own.get(name);
      return control ? [[name, readControl(control, field)]] : [];
    }),
  );
}

function readControlLook(value: unknown): ControlLook | undefined {
  if (!isRecord(value) || !Number.isInteger(value.at)) return undefined;
  return {
    at: Number(value.at),
    isHidden: value.isHidden === true,
    choices: Array.isArray(value.choices) ? readChoiceList(value.choices) : null,
    emptyMessage: text(value.emptyMessage, shortText) ?? null,
    message: text(value.message, shortText) ?? null,
  };
}

function readProblem(value: unknown): FormLook['problems'][number] | undefined {
  if (!isRecord(value)) return undefined;
  const [control, label, message] = [value.control, value.label, value.message].map((one) => text(one, shortText));
  return message === undefined ? undefined : { control: control ?? '', label: label ?? '', message };
}

const lists = [
  'columns',
  'metrics',
  'filters',
  'orderby',
  'post_processing',
  'series_columns',
  'time_offsets',
] as const;

/** What of a query is the page's own, or would ask other charts than the one at hand. */
const notTheirs = ['annotation_layers', 'chart_layers', 'result_type', 'detail', 'datasource'];

/** A plugin's queries; the server reads them as it would a stranger's. Throws where they are none. */
export function readQueries(value: unknown): readonly QueryObject[] {
  if (!Array.isArray(value) || value.length > mostQueries)
    throw new Error(`Its queries must be a list of at most ${mostQueries}.`);
  return value.map((query) => {
    if (!isRecord(query)) throw new Error('A query must be an object.');
    for (const name of lists) {
      const list = query[name] ?? [];
      if (!Array.isArray(list) || list.length > mostEntries)
        throw new Error(`The ${name} of a query must be a list of at most ${mostEntries}.`);
    }
    for (const filter of Array.isArray(query.filters) ? query.filters : [])
      if (!isRecord(filter) || typeof filter.op !== 'string') throw new Error('A filter of a query must have an op.');
    const own = Object.entries(query).filter(([name]) => !notTheirs.includes(name));
    // Its lists were looked at; what they hold the server reads as any caller's.
    return Object.fromEntries(own) as QueryObject;
  });
}

export interface ReadDrawing extends Omit<AskedDrawing, 'picture'> {
  readonly wanted: readonly string[];
}

/** What comes of a drawing, and the labels that have no colour yet. */
export function readDrawing(says: unknown, own: OwnControls): ReadDrawing {
  const head = isRecord(says) ? says : {};
  return {
    isEmpty: head.isEmpty === true,
    undrawn: readUndrawn(head.undrawn, own),
    wanted: listOf(head.wanted, mostLabels, (label) => text(label, 10_000)),
  };
}

function readUndrawn(value: unknown, own: OwnControls): Undrawn | null {
  const title = isRecord(value) ? readWords(value.title) : undefined;
  if (!isRecord(value) || !title) return null;
  const [words, remedy, also] = [readWords(value.text), readRemedy(value.remedy, own), readRemedy(value.also, own)];
  return {
    ...{ isAll: value.isAll === true, title },
    ...(words ? { text: words } : {}),
    ...(remedy ? { remedy } : {}),
    ...(also ? { also } : {}),
  };
}

function readWords(value: unknown): ChartWords | undefined {
  if (!isRecord(value) || typeof value.text !== 'string') return undefined;
  const values = isRecord(value.values) ? Object.entries(value.values).slice(0, 20) : [];
  const plain = values.map(([name, one]) => [name, typeof one === 'number' ? one : String(one).slice(0, shortText)]);
  return { text: value.text.slice(0, shortText), values: Object.fromEntries(plain) };
}

function readRemedy(value: unknown, own: OwnControls): Remedy | undefined {
  if (!isRecord(value) || typeof value.label !== 'string' || !isRecord(value.changes)) return undefined;
  return { label: value.label.slice(0, shortText), changes: readChanges(value.changes, own) };
}
