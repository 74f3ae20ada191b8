import { type ChartForm, controlsOf, type FormDefinition } from '@powerset/chart-kit';
import { type Difference, inWords } from '../../../conflicts/index.ts';
import { msg } from '../../../i18n/index.ts';

/** A saved chart by what one save would overwrite of another. */
export interface SavedVersion {
  readonly slice_name: string;
  readonly form_data: ChartForm;
}

/** Memory and places, which say nothing of the picture. */
const unseen = new Set(['slice_id', 'url_params', 'dashboards', 'dashboardId', 'standardizedFormData']);

/** What is chosen beside the controls. */
const otherLabels = { viz_type: msg('Chart type'), datasource: msg('Dataset') };

interface Words {
  readonly definition: FormDefinition;
  readonly t: (text: string) => string;
}

/** In what two saves of a chart differ, its name first; fields that the chart builder has no words for by their own names. */
export function chartDifferences(
  before: SavedVersion,
  after: SavedVersion,
  { definition, t }: Words,
): readonly Difference[] {
  const controls = controlsOf(definition).map(({ name, label }) => [name, label] as const);
  const labels = new Map([...Object.entries(otherLabels), ...controls]);
  const nameOf = (field: string) => {
    const label = labels.get(field);
    return label ? t(label) : field;
  };
  const fields = new Set([...Object.keys(before.form_data), ...Object.keys(after.form_data)]);
  const pairs = [...fields]
    .filter((field) => !unseen.has(field))
    .map((field) => [field, nameOf(field), before.form_data[field], after.form_data[field]] as const);
  const name = ['slice_name', t('Chart name'), before.slice_name, after.slice_name] as const;
  return [name, ...pairs].flatMap(([id, label, was, is]) => {
    const [from, to] = [inWords(was), inWords(is)];
    return from === to ? [] : [{ id, label, left: from, right: to }];
  });
}
