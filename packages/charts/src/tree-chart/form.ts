import {
  adhocFiltersControl,
  control,
  controlValue,
  defineForm,
  type FormOf,
  metricControl,
  pairChoices,
  type RuleContext,
  rowLimitControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { roamControl } from '../shared/roam-control.ts';

const layoutControl = control({
  name: 'layout',
  type: 'radio',
  label: 'Tree layout',
  default: 'orthogonal',
  choices: pairChoices([
    ['orthogonal', 'Orthogonal'],
    ['radial', 'Radial'],
  ]),
  isClearable: false,
  changes: 'drawing',
  description: 'Layout type of tree',
});
const isOrthogonal = (context: RuleContext) => controlValue(context, layoutControl) === 'orthogonal';

const sides = pairChoices([
  ['left', 'Left'],
  ['top', 'Top'],
  ['right', 'Right'],
  ['bottom', 'Bottom'],
]);

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'id',
          type: 'column',
          label: 'Id',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Name of the id column',
        },
      ],
      [
        {
          name: 'parent',
          type: 'column',
          label: 'Parent',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Name of the column containing the id of the parent node',
        },
      ],
      [
        {
          name: 'name',
          type: 'column',
          label: 'Name',
          default: null,
          isClearable: true,
          changes: 'query',
          description: 'Optional name of the data column.',
        },
      ],
      [
        {
          name: 'root_node_id',
          type: 'text',
          label: 'Root node id',
          default: '',
          changes: 'drawing',
          description: 'Id of root node of the tree.',
        },
      ],
      [
        withControl(metricControl, {
          default: null,
          isClearable: true,
          validators: [],
          description: 'Metric for node values',
        }),
      ],
      [adhocFiltersControl],
      [rowLimitControl],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [
      [layoutControl],
      [
        {
          name: 'orient',
          type: 'radio',
          label: 'Tree orientation',
          default: 'LR',
          choices: pairChoices([
            ['LR', 'Left to Right'],
            ['RL', 'Right to Left'],
            ['TB', 'Top to Bottom'],
            ['BT', 'Bottom to Top'],
          ]),
          isClearable: false,
          isVisible: isOrthogonal,
          changes: 'drawing',
          description: 'Orientation of tree',
        },
      ],
      [
        {
          name: 'node_label_position',
          type: 'radio',
          label: 'Node label position',
          default: 'left',
          choices: sides,
          isClearable: false,
          changes: 'drawing',
          description: 'Position of intermediate node label on tree',
        },
      ],
      [
        {
          name: 'child_label_position',
          type: 'radio',
          label: 'Child label position',
          default: 'bottom',
          choices: sides,
          isClearable: false,
          changes: 'drawing',
          description: 'Position of child node label on tree',
        },
      ],
      [
        {
          name: 'emphasis',
          type: 'radio',
          label: 'Emphasis',
          default: 'descendant',
          choices: pairChoices([
            ['ancestor', 'Ancestor'],
            ['descendant', 'Descendant'],
          ]),
          isClearable: false,
          isVisible: isOrthogonal,
          changes: 'drawing',
          description: 'Which relatives to highlight on hover',
        },
      ],
      [
        {
          name: 'symbol',
          type: 'select',
          label: 'Symbol',
          default: 'emptyCircle',
          choices: pairChoices([
            ['emptyCircle', 'Empty circle'],
            ['circle', 'Circle'],
            ['rect', 'Rectangle'],
            ['triangle', 'Triangle'],
            ['diamond', 'Diamond'],
            ['pin', 'Pin'],
            ['arrow', 'Arrow'],
            ['none', 'None'],
          ]),
          isClearable: false,
          changes: 'drawing',
          description: 'What marks a node',
        },
      ],
      [
        {
          name: 'symbolSize',
          type: 'slider',
          label: 'Symbol size',
          default: 7,
          min: 5,
          max: 30,
          step: 2,
          changes: 'drawing',
          description: 'Size of the nodes’ symbols',
        },
      ],
      [roamControl],
      [
        {
          name: 'initialTreeDepth',
          type: 'number',
          label: 'Initial tree depth',
          default: 2,
          min: -1,
          max: 10,
          step: 1,
          changes: 'drawing',
          description: 'The initial level (depth) of the tree. If set as -1 all nodes are expanded.',
        },
      ],
    ],
  },
]);

export type TreeForm = FormOf<typeof form>;
