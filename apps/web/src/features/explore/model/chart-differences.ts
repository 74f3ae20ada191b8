import { type ChartForm, controlsOf, type FormDefinition } from '@powerset/chart-kit';

/** A saved chart by what one save would overwrite of another. */
export interface SavedVersion {
  readonly slice_name: string;
  readonly form_data: ChartForm;
}

export interface ChartDifference {
  /** A control's label, or the name of a field that no control of this chart type has. */
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

/** Memory and places, which say nothing of the picture. */
const unseen = new Set(['slice_id', 'url_params', 'dashboards', 'dashboardId', 'standardizedFormData']);

/** In what two saves of a chart differ, its name first. */
export function chartDifferences(
  before: SavedVersion,
  after: SavedVersion,
  definition: FormDefinition,
): readonly ChartDifference[] {
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

function inWords(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
