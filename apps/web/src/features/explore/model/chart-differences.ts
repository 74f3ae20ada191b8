import { type ChartForm, controlsOf, type FormDefinition } from '@powerset/chart-kit';
import { type Difference, inWords } from './differences.ts';

/** A saved chart by what one save would overwrite of another. */
export interface SavedVersion {
  readonly slice_name: string;
  readonly form_data: ChartForm;
}

/** Memory and places, which say nothing of the picture. */
const unseen = new Set(['slice_id', 'url_params', 'dashboards', 'dashboardId', 'standardizedFormData']);

/** In what two saves of a chart differ, its name first; fields without a control by their own names. */
export function chartDifferences(
  before: SavedVersion,
  after: SavedVersion,
  definition: FormDefinition,
): readonly Difference[] {
  const labels = new Map(controlsOf(definition).map(({ name, label }) => [name, label]));
  const fields = new Set([...Object.keys(before.form_data), ...Object.keys(after.form_data)]);
  const pairs = [...fields]
    .filter((field) => !unseen.has(field))
    .map((field) => [labels.get(field) || field, before.form_data[field], after.form_data[field]] as const);
  return [['Chart name', before.slice_name, after.slice_name] as const, ...pairs].flatMap(([label, was, is]) => {
    const [from, to] = [inWords(was), inWords(is)];
    return from === to ? [] : [{ label, before: from, after: to }];
  });
}
