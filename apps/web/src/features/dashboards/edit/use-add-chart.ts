import { chartTypes } from '@powerset/charts/types';
import type { WireDashboardChart } from '@powerset/contract';
import { toasts } from '@powerset/ui';
import { useCallback } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { datasetIdOf, useOpenDashboard } from '../state/index.ts';
import { loadDataset } from './first/index.ts';

/**
 * Puts a saved chart on the dashboard: `place` brings its node into the layout. A chart of a type that is not known here is
 * refused; the names and formats of a dataset that is new to the dashboard are fetched along.
 */
export function useAddChart(): (chart: WireDashboardChart | undefined, place: () => boolean) => void {
  const t = useT();
  const { store } = useOpenDashboard();
  return useCallback(
    (chart, place) => {
      const type = chart && chartTypes.all.find(({ key }) => key === chart.form_data.viz_type);
      if (!type) {
        toasts.danger(t('Sorry, there is no chart definition associated with the chart trying to be added.'));
        return;
      }
      if (!place()) return;
      // The card draws once the code is here.
      chartTypes.load(type.key).then(
        () => store.getState().addChart(chart),
        (error: unknown) => toasts.danger(errorText(error)),
      );
      const datasetId = datasetIdOf(chart);
      if (datasetId === null || chart.is_dataset_missing || store.getState().datasets[datasetId]) return;
      loadDataset(datasetId)
        .then((dataset) => store.getState().addDataset(dataset))
        .catch((error: unknown) => toasts.danger(errorText(error)));
    },
    [store, t],
  );
}
