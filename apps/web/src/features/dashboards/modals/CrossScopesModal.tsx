import { chartDefinitions } from '@powerset/charts/definitions';
import { dashboardEndpoints } from '@powerset/contract';
import { Button, Checkbox, Field, Modal, Select, Switch, toasts } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { type ChartConfigurations, chartsInScope, globalScope } from '../filters/index.ts';
import { chartIdsOf } from '../layout/index.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { layoutOf } from '../state/dashboard-state.ts';
import { toMetadata } from '../state/save-body.ts';
import { findChartDefinition } from '../view/chart-types.ts';
import { ScopeTree } from './ScopeTree.tsx';

const everyChart = 0;

/** Charts whose marks can be chosen. */
function useEmitters(): readonly { readonly id: number; readonly name: string }[] {
  const charts = useDashboard((state) => state.charts);
  const layout = useDashboard(layoutOf);
  return [...new Set(chartIdsOf(layout))].flatMap((id) => {
    const chart = charts[id];
    const definition = findChartDefinition(chartDefinitions, String(chart?.form_data.viz_type ?? ''));
    return chart && definition?.behaviors.includes('INTERACTIVE_CHART') ? [{ id, name: chart.slice_name }] : [];
  });
}

/** Which charts follow a selection: for all charts at once, or for one of them apart. */
export function CrossScopesModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const emitters = useEmitters();
  const layout = useDashboard(layoutOf);
  const metadata = useDashboard((state) => state.metadata);
  const [isEnabled, setIsEnabled] = useState(metadata.cross_filters_enabled !== false);
  const [common, setCommon] = useState(globalScope(metadata.global_chart_configuration));
  const [scopes, setScopes] = useState<ChartConfigurations>(store.getState().crossScopes);
  const [chosen, setChosen] = useState(everyChart);
  const [isBusy, setIsBusy] = useState(false);
  const own = scopes[String(chosen)]?.crossFilters.scope;
  const setOwn = (scope: 'global' | typeof common) =>
    setScopes({ ...scopes, [chosen]: { id: chosen, crossFilters: { scope, chartsInScope: [] } } });
  const save = async () => {
    setIsBusy(true);
    const change = {
      cross_filters_enabled: isEnabled,
      chart_configuration: scopes,
      global_chart_configuration: { scope: common, chartsInScope: chartsInScope(layout, common) },
    };
    try {
      await saveMetadata(store, change);
      onClose();
    } catch {
      toasts.danger(t('Failed to save cross-filter scoping'));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Cross-filtering scoping')}
      width={800}
      isSticky
      onClose={onClose}
      onSubmit={() => void save()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="form">
        <Switch isChecked={isEnabled} onChange={setIsEnabled}>
          {t('Enable cross-filtering')}
        </Switch>
        <Field label={t('Chart')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Chart')}
              value={chosen}
              choices={[
                { value: everyChart, label: t('All charts/global scoping') },
                ...emitters.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(next) => setChosen(next ?? everyChart)}
            />
          )}
        </Field>
        {chosen === everyChart ? (
          <ScopeTree scope={common} onChange={setCommon} />
        ) : (
          <>
            <Checkbox isChecked={own !== 'global'} onChange={(isOwn) => setOwn(isOwn ? common : 'global')}>
              {t('Custom scoping for this chart')}
            </Checkbox>
            {own && own !== 'global' ? <ScopeTree scope={own} onChange={setOwn} withoutChartId={chosen} /> : null}
          </>
        )}
      </div>
    </Modal>
  );
}

type Store = ReturnType<typeof useOpenDashboard>['store'];
type MetadataChange = Parameters<ReturnType<Store['getState']>['setMetadata']>[0];

/** Saves a part of the metadata at once and takes it over; unsaved layout changes stay unsaved. */
export async function saveMetadata(store: Store, change: MetadataChange): Promise<void> {
  const state = store.getState();
  const { hasOtherChanges } = state;
  const saved = { ...toMetadata(state), ...change };
  const answer = await api.callEndpoint<{ last_modified_time: number }>(dashboardEndpoints.update, {
    params: { id: state.dashboard.id },
    body: { json_metadata: JSON.stringify(saved) },
  });
  store.getState().setMetadata(change);
  store.setState({ lastModifiedTime: answer.last_modified_time, hasOtherChanges });
}
