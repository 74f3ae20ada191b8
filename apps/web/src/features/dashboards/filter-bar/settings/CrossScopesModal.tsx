import { chartTypes } from '@powerset/charts/types';
import { Checkbox, Field, Select, Switch } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../../../../api/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { type ChartConfigurations, chartsInScope, globalScope } from '../../filters/index.ts';
import { chartIdsOf } from '../../layout/index.ts';
import { type ClashAnswer, SaveModal, saveMetadata } from '../../saving/index.ts';
import { layoutOf, useDashboard, useOpenDashboard } from '../../state/index.ts';
import styles from './CrossScopesModal.module.css';
import { ScopeTree } from './ScopeTree.tsx';

const everyChart = 0;

/** Charts whose marks can be chosen. */
function useEmitters(): readonly { readonly id: number; readonly name: string }[] {
  const charts = useDashboard((state) => state.charts);
  const layout = useDashboard(layoutOf);
  return [...new Set(chartIdsOf(layout))].flatMap((id) => {
    const chart = charts[id];
    const definition = chartTypes.find(String(chart?.form_data.viz_type ?? ''));
    return chart && definition?.behaviors.includes('INTERACTIVE_CHART') ? [{ id, name: chart.slice_name }] : [];
  });
}

/** Which charts follow a selection: for all charts at once, or for one of them apart. */
export function CrossScopesModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const layout = useDashboard(layoutOf);
  const metadata = useDashboard((state) => state.metadata);
  const [isEnabled, setIsEnabled] = useState(metadata.cross_filters_enabled !== false);
  const [common, setCommon] = useState(globalScope(metadata.global_chart_configuration));
  const [scopes, setScopes] = useState<ChartConfigurations>(store.getState().crossScopes);
  const [chosen, setChosen] = useState(everyChart);
  const own = scopes[String(chosen)]?.crossFilters.scope;
  const setOwn = (scope: 'global' | typeof common) =>
    setScopes({ ...scopes, [chosen]: { id: chosen, crossFilters: { scope, chartsInScope: [] } } });
  const save = (answer?: ClashAnswer) => {
    const change = {
      cross_filters_enabled: isEnabled,
      chart_configuration: scopes,
      global_chart_configuration: { scope: common, chartsInScope: chartsInScope(layout, common) },
    };
    return saveMetadata(store, change, answer);
  };
  return (
    <SaveModal
      title={t('Cross-filtering scoping')}
      saveLabel={t('Save')}
      save={save}
      failureTitle={t('Failed to save cross-filter scoping')}
      failureText={errorText}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Switch isChecked={isEnabled} onChange={setIsEnabled}>
          {t('Enable cross-filtering')}
        </Switch>
        <EmitterField value={chosen} onChange={setChosen} />
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
    </SaveModal>
  );
}

/** All charts at once, or one of those whose marks can be chosen. */
function EmitterField({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const t = useT();
  const emitters = useEmitters();
  return (
    <Field label={t('Chart')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Chart')}
          value={value}
          choices={[
            { value: everyChart, label: t('All charts/global scoping') },
            ...emitters.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(next) => onChange(next ?? everyChart)}
        />
      )}
    </Field>
  );
}
