import { type ChoiceEndpoint, isMapLayer, isRecord, toList } from '@powerset/chart-kit';
import { chartEndpoints } from '@powerset/contract';

/** More are looked up by typing. */
const mostListed = 500;

/** Saved charts that can be layers, by their ids. */
export const layerCharts: ChoiceEndpoint = {
  endpoint: chartEndpoints.list,
  query: {
    q: {
      filters: [{ col: 'viz_type', opr: 'sw', value: 'deck' }],
      order_column: 'slice_name',
      order_direction: 'asc',
      page_size: mostListed,
    },
  },
  toChoices: (answer) =>
    toList(isRecord(answer) ? answer.result : [])
      .filter(isRecord)
      .filter(({ viz_type: type }) => isMapLayer(String(type)))
      .flatMap(({ id, slice_name: name }) => (typeof id === 'number' ? [{ value: id, label: String(name) }] : [])),
};
