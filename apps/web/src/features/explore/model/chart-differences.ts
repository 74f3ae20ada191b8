import { type ChartForm, controlsOf, type FormDefinition } from '@powerset/chart-kit';
import { type Difference, inWords } from '../../../conflicts/index.ts';
import { msg } from '../../../i18n/index.ts';
import { chartTypeName } from '../../../shell/index.ts';

/** A saved chart by what one save would overwrite of another. */
export interface SavedVersion {
  readonly slice_name: string;
  readonly form_data: ChartForm;
}

/** Memory and places, which say nothing of the picture. */
export const unseen: ReadonlySet<string> = new Set([
  'slice_id',
  'url_params',
  'dashboards',
  'dashboardId',
  'standardizedFormData',
]);

/** What is chosen beside the controls. */
const otherLabels = { slice_name: msg('Chart name'), viz_type: msg('Chart type'), datasource: msg('Dataset') };

export interface Words {
  readonly definition: FormDefinition;
  readonly t: (text: string) => string;
}

/** What the fields of a chart's form are called; those that the chart builder has no words for by their own names. */
export function wordsOf({ definition, t }: Words): (field: string) => string {
  const controls = controlsOf(definition).map(({ name, label }) => [name, label] as const);
  const labels = new Map([...Object.entries(otherLabels), ...controls]);
  return (field) => {
    const label = labels.get(field);
    return label ? t(label) : field;
  };
}

/** What a field is set to, as its control says it. */
function valueWords({ definition, t }: Words): (field: string, value: unknown) => string {
  const controls = new Map(controlsOf(definition).map((control) => [control.name, control]));
  return (field, value) => {
    if (field === 'viz_type') return chartTypeName(String(value), t);
    if (typeof value === 'boolean') return value ? t('Yes') : t('No');
    const choices = controls.get(field)?.choices;
    const chosen = Array.isArray(choices) ? choices.find((choice) => choice.value === value) : undefined;
    return chosen ? t(chosen.label) : inWords(value);
  };
}

/** In what two saves of a chart differ, its name first; fields that the chart builder has no words for by their own names. */
export function chartDifferences(before: SavedVersion, after: SavedVersion, words: Words): readonly Difference[] {
  const nameOf = wordsOf(words);
  const sayOf = valueWords(words);
  const fields = new Set([...Object.keys(before.form_data), ...Object.keys(after.form_data)]);
  const pairs = [...fields]
    .filter((field) => !unseen.has(field))
    .map((field) => [field, nameOf(field), before.form_data[field], after.form_data[field]] as const);
  const name = ['slice_name', nameOf('slice_name'), before.slice_name, after.slice_name] as const;
  return [name, ...pairs].flatMap(([id, label, was, is]) => {
    const [from, to] = [sayOf(id, was), sayOf(id, is)];
    return from === to ? [] : [{ id, label, left: from, right: to }];
  });
}
