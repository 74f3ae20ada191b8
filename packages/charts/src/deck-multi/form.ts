import { adhocFiltersControl, control, defineForm, type FormOf, validateNonEmpty } from '@powerset/chart-kit';
import { autozoomControl, mapStyleControl, viewportControl } from '../shared/maps/map-form.ts';
import { layerCharts } from './layer-charts.ts';

export const form = defineForm([
  {
    label: 'Map',
    tab: 'data',
    rows: [
      [mapStyleControl],
      [viewportControl],
      [autozoomControl],
      [
        control({
          name: 'deck_slices',
          type: 'async-select',
          label: 'deck.gl layers (charts)',
          isMulti: true,
          default: [],
          endpoint: layerCharts,
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'Pick a set of deck.gl charts to layer on top of one another',
        }),
      ],
    ],
  },
  { label: 'Query', tab: 'data', rows: [[adhocFiltersControl]] },
]);

export type MultiForm = FormOf<typeof form>;
