import { control, pairChoices } from '@powerset/chart-kit';

/** What the label of a part says. */
export const partLabelControl = control({
  name: 'label_type',
  type: 'select',
  label: 'Label Type',
  default: 'key',
  choices: pairChoices([
    ['key', 'Category Name'],
    ['value', 'Value'],
    ['key_value', 'Category and Value'],
  ]),
  isClearable: false,
  changes: 'drawing',
});
