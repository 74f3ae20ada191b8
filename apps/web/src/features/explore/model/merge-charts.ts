import type { ChartForm } from '@powerset/chart-kit';
import {
  type Choices,
  type Clash,
  mapVersions,
  mergeRecords,
  toCanonical,
  type Versions,
} from '../../../conflicts/index.ts';
import { type SavedVersion, unseen, type Words, wordsOf } from './chart-differences.ts';

export interface ChartMerge {
  readonly name: string;
  readonly form: ChartForm;
  readonly clashes: readonly Clash[];
}

export interface ChartVersions extends Versions<SavedVersion> {
  /** The form as it was when it was opened here, with what its chart type fills in. */
  readonly opened: ChartForm;
}

/** What makes another chart of it: its controls are then no longer those that the other changed. */
const kindFields = ['viz_type', 'datasource'];

/**
 * Two saves of a chart as one, setting by setting; null where its type or dataset was changed, as the settings of one do not
 * fit the other.
 */
export function mergeCharts(versions: ChartVersions, choices: Choices, words: Words): ChartMerge | null {
  const { base, theirs, mine, opened } = versions;
  const kinds = Object.values(mapVersions({ base, theirs, mine }, ({ form_data: form }) => kindOf(form)));
  if (new Set(kinds).size > 1) return null;
  const fields = {
    base: fieldsOf({ slice_name: base.slice_name, form_data: opened }),
    theirs: fieldsOf({
      slice_name: theirs.slice_name,
      form_data: withChanges(opened, base.form_data, theirs.form_data),
    }),
    mine: fieldsOf(mine),
  };
  const { value, clashes } = mergeRecords(fields, choices, { labelOf: wordsOf(words) });
  const { slice_name: name, ...form } = value;
  return { name: String(name), form: form as ChartForm, clashes };
}

function kindOf(form: ChartForm): string {
  return kindFields.map((field) => toCanonical(form[field])).join(' ');
}

function fieldsOf({ slice_name, form_data }: SavedVersion): Readonly<Record<string, unknown>> {
  const seen = Object.entries(form_data).filter(([field]) => !unseen.has(field));
  return { ...Object.fromEntries(seen), slice_name };
}

/** The form as it was opened, with what became different from one save to the next. */
function withChanges(opened: ChartForm, before: ChartForm, after: ChartForm): ChartForm {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => toCanonical(before[name]) !== toCanonical(after[name]));
  return { ...opened, ...Object.fromEntries(changed.map((name) => [name, after[name]])) };
}
