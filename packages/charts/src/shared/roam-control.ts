import { control, pairChoices } from '@powerset/chart-kit';

/** Whether the picture of nodes may be moved and scaled. */
export const roamControl = control({
  name: 'roam',
  type: 'select',
  label: 'Enable graph roaming',
  default: true,
  choices: pairChoices<boolean | 'scale' | 'move'>([
    [false, 'Disabled'],
    ['scale', 'Scale only'],
    ['move', 'Move only'],
    [true, 'Scale and Move'],
  ]),
  isClearable: false,
  changes: 'drawing',
  description: 'Whether to enable changing graph position and scaling.',
});
