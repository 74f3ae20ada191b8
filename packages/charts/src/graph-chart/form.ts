import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  controlValue,
  defineForm,
  type FormOf,
  legendRows,
  metricControl,
  pairChoices,
  type RuleContext,
  rowLimitControl,
  validateInteger,
  validateNonEmpty,
  validateNumber,
} from '@powerset/chart-kit';
import { roamControl } from '../shared/roam-control.ts';

const layoutControl = control({
  name: 'layout',
  type: 'radio',
  label: 'Graph layout',
  default: 'force',
  choices: pairChoices([
    ['force', 'Force'],
    ['circular', 'Circular'],
  ]),
  isClearable: false,
  changes: 'drawing',
  description: 'Layout type of graph',
});
const isForce = (context: RuleContext) => controlValue(context, layoutControl) === 'force';
const hasLegend = (context: RuleContext) => controlValue(context, legendRows[0][0]);

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'source',
          type: 'column',
          label: 'Source',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Name of the source nodes',
        },
      ],
      [
        {
          name: 'target',
          type: 'column',
          label: 'Target',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Name of the target nodes',
        },
      ],
      [metricControl],
      [
        {
          name: 'source_category',
          type: 'column',
          label: 'Source category',
          default: null,
          isClearable: true,
          changes: 'query',
          description:
            'The category of source nodes used to assign colors. If a node is associated with more than one category, only the first will be used.',
        },
      ],
      [
        {
          name: 'target_category',
          type: 'column',
          label: 'Target category',
          default: null,
          isClearable: true,
          changes: 'query',
          description: 'Category of target nodes',
        },
      ],
      [adhocFiltersControl],
      [rowLimitControl],
    ],
  },
  { label: 'Chart options', tab: 'customize', rows: [[colorSchemeControl]] },
  {
    label: 'Legend',
    tab: 'customize',
    rows: [
      ...legendRows,
      [
        {
          name: 'legendSort',
          type: 'select',
          label: 'Sort legend',
          default: null,
          isOptional: true,
          choices: pairChoices([
            ['asc', 'Label ascending'],
            ['desc', 'Label descending'],
            [null, 'Sort by data'],
          ]),
          isVisible: hasLegend,
          changes: 'drawing',
        },
      ],
    ],
  },
  {
    label: 'Layout',
    tab: 'customize',
    rows: [
      [layoutControl],
      [
        {
          name: 'edgeSymbol',
          type: 'select',
          label: 'Edge symbols',
          default: 'none,arrow',
          choices: pairChoices([
            ['none,none', 'None -> None'],
            ['none,arrow', 'None -> Arrow'],
            ['circle,arrow', 'Circle -> Arrow'],
            ['circle,circle', 'Circle -> Circle'],
          ]),
          isClearable: false,
          changes: 'drawing',
          description: 'Symbol of two ends of edge line',
        },
      ],
      [
        checkbox('draggable', 'Enable node dragging', {
          isVisible: isForce,
          description: 'Whether to enable node dragging in force layout mode.',
        }),
      ],
      [roamControl],
      [
        {
          name: 'selectedMode',
          type: 'select',
          label: 'Node select mode',
          default: 'single',
          choices: pairChoices<false | 'single' | 'multiple'>([
            [false, 'Disabled'],
            ['single', 'Single'],
            ['multiple', 'Multiple'],
          ]),
          isClearable: false,
          changes: 'drawing',
          description: 'Allow node selections',
        },
      ],
      [
        {
          name: 'showSymbolThreshold',
          type: 'number',
          label: 'Label threshold',
          default: 0,
          validators: [validateInteger],
          changes: 'drawing',
          description: 'Minimum value for label to be displayed on graph.',
        },
      ],
      [
        {
          name: 'baseNodeSize',
          type: 'number',
          label: 'Node size',
          default: 20,
          validators: [validateNumber],
          changes: 'drawing',
          description: 'Median node size, the largest node will be 4 times larger than the smallest',
        },
        {
          name: 'baseEdgeWidth',
          type: 'number',
          label: 'Edge width',
          default: 3,
          validators: [validateNumber],
          changes: 'drawing',
          description: 'Median edge width, the thickest edge will be 4 times thicker than the thinnest.',
        },
      ],
      [
        {
          name: 'edgeLength',
          type: 'slider',
          label: 'Edge length',
          default: 400,
          min: 100,
          max: 1000,
          step: 50,
          isVisible: isForce,
          changes: 'drawing',
          description: 'Edge length between nodes',
        },
      ],
      [
        {
          name: 'gravity',
          type: 'slider',
          label: 'Gravity',
          default: 0.3,
          min: 0.1,
          max: 1,
          step: 0.1,
          isVisible: isForce,
          changes: 'drawing',
          description: 'Strength to pull the graph toward center',
        },
      ],
      [
        {
          name: 'repulsion',
          type: 'slider',
          label: 'Repulsion',
          default: 1000,
          min: 100,
          max: 3000,
          step: 50,
          isVisible: isForce,
          changes: 'drawing',
          description: 'Repulsion strength between nodes',
        },
      ],
      [
        {
          name: 'friction',
          type: 'slider',
          label: 'Friction',
          default: 0.2,
          min: 0.1,
          max: 1,
          step: 0.1,
          isVisible: isForce,
          changes: 'drawing',
          description: 'Friction between nodes',
        },
      ],
    ],
  },
]);

export type GraphForm = FormOf<typeof form>;
