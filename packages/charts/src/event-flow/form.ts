import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  control,
  defineForm,
  entityControl,
  type FormOf,
  plainChoices,
  rowLimitControl,
  validateInteger,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { timeColumnControl, timeRangeControl } from '../shared/time-controls.ts';

export const form = defineForm([
  { label: 'Time', tab: 'data', rows: [[timeColumnControl], [timeRangeControl]] },
  {
    label: 'Event definition',
    tab: 'data',
    rows: [
      [withControl(entityControl, { description: 'Whose events make one path: a customer, a session, an order.' })],
      [
        control({
          name: 'all_columns_x',
          type: 'column',
          label: 'Event Names',
          default: null,
          changes: 'query',
          validators: [validateNonEmpty],
        }),
      ],
      [rowLimitControl],
      [
        checkbox('order_by_entity', 'Order by entity id', {
          default: true,
          changes: 'query',
          description:
            'Important! Select this if the table is not already sorted by entity id, else there is no guarantee that all events for each entity are returned.',
        }),
      ],
      [
        control({
          name: 'min_leaf_node_event_count',
          type: 'select',
          label: 'Minimum leaf node event count',
          default: 1,
          isFreeForm: true,
          isClearable: false,
          choices: plainChoices([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
          changes: 'drawing',
          validators: [validateInteger],
          description: 'Leaf nodes that represent fewer than this number of events are left out of the picture.',
        }),
      ],
    ],
  },
  { label: 'Query', tab: 'data', rows: [[adhocFiltersControl]] },
  {
    label: 'Additional metadata',
    tab: 'data',
    rows: [
      [
        control({
          name: 'all_columns',
          type: 'columns',
          label: 'Metadata',
          isMulti: true,
          default: [],
          changes: 'query',
          description: 'Select any columns for metadata inspection',
        }),
      ],
    ],
  },
  { label: 'Chart Options', tab: 'customize', rows: [[colorSchemeControl]] },
]);

export type EventFlowForm = FormOf<typeof form>;
