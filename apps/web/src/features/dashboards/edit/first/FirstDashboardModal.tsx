import { Button, Checkbox, Field, ListSkeleton, Modal, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { ChartThumbnail, chartTypeName } from '../../../../shell/index.ts';
import { type DashboardDataset, layoutOf, nextDraftId, topNodeOf, useOpenDashboard } from '../../state/index.ts';
import { DatasetSelect } from './DatasetSelect.tsx';
import { loadDataset, loadFacts } from './dataset-facts.ts';
import styles from './FirstDashboardModal.module.css';
import { draftCharts, toFilters, withMadeCharts } from './make-dashboard.ts';
import { type Proposal, type ProposedChart, proposeDashboard } from './propose-dashboard.ts';

/** A first dashboard from a dataset: what its columns suggest, of which one takes what one likes. */
export function FirstDashboardModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [datasetId, setDatasetId] = useState<number | undefined>();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const asked = useQuery({
    queryKey: ['first-dashboard', datasetId],
    enabled: datasetId !== undefined,
    queryFn: async ({ signal }) => {
      const dataset = await loadDataset(datasetId ?? 0, signal);
      return { dataset, proposal: proposeDashboard(dataset, await loadFacts(dataset, signal), t) };
    },
  });
  const proposal = asked.data?.proposal;
  const charts = proposal?.charts.filter(({ key }) => !without.has(key)) ?? [];
  const put = usePut(onClose);
  const create = () => {
    if (!asked.data || !proposal) return;
    const filters = proposal.filters.filter(({ column }) => !without.has(`filter-${column}`));
    put({ charts, dataset: asked.data.dataset, filters });
  };
  const toggle = (key: string, isTaken: boolean) =>
    setWithout((last) => new Set(isTaken ? [...last].filter((one) => one !== key) : [...last, key]));
  return (
    <Modal
      title={t('A first dashboard from a dataset')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isDisabled={charts.length === 0} onClick={create}>
            {charts.length === 1 ? t('Create 1 chart') : t('Create {{count}} charts', { count: charts.length })}
          </Button>
        </>
      }
    >
      <DatasetField
        value={datasetId}
        onChange={(id) => {
          setDatasetId(id);
          setWithout(new Set());
        }}
      />
      {asked.isFetching ? <ListSkeleton rows={6} /> : null}
      {asked.error ? (
        <LoadFailureBox
          title={t('The dataset could not be read')}
          error={asked.error}
          onRetry={() => void asked.refetch()}
        />
      ) : null}
      {proposal && !asked.isFetching ? <ProposalList proposal={proposal} without={without} onToggle={toggle} /> : null}
    </Modal>
  );
}

function DatasetField({ value, onChange }: { value: number | undefined; onChange: (id: number | undefined) => void }) {
  const t = useT();
  return (
    <Field label={t('Dataset')} help={t('Its columns say which charts and filters are proposed.')}>
      {(ids) => <DatasetSelect ids={ids} label={t('Dataset')} value={value} onChange={onChange} />}
    </Field>
  );
}

interface ListProps {
  readonly proposal: Proposal;
  readonly without: ReadonlySet<string>;
  readonly onToggle: (key: string, isTaken: boolean) => void;
}

function ProposalList({ proposal, without, onToggle }: ListProps) {
  const t = useT();
  return (
    <>
      <h3 className={styles.heading}>{t('Charts')}</h3>
      <ul className={styles.list}>
        {proposal.charts.map(({ key, name, vizType }) => (
          <li key={key} className={styles.line}>
            <Checkbox isChecked={!without.has(key)} onChange={(isTaken) => onToggle(key, isTaken)}>
              <span className={styles.proposed}>
                <span className={styles.picture}>
                  <ChartThumbnail vizType={vizType} seed={key} width={56} height={35} />
                </span>
                <span>
                  <b>{name}</b>
                  <span className={textRoles.muted}> {chartTypeName(vizType, t)}</span>
                </span>
              </span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {proposal.filters.length > 0 ? <h3 className={styles.heading}>{t('Filters')}</h3> : null}
      <div className={styles.filters}>
        {proposal.filters.map(({ name, column }) => (
          <Checkbox
            key={column}
            isChecked={!without.has(`filter-${column}`)}
            onChange={(isTaken) => onToggle(`filter-${column}`, isTaken)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      <p className={textRoles.muted}>
        {t('The charts are saved with the dashboard, under these names, and can be changed like all others.')}
      </p>
    </>
  );
}

interface Put {
  readonly charts: readonly ProposedChart[];
  readonly dataset: DashboardDataset;
  readonly filters: Proposal['filters'];
}

/** Puts what is proposed on the dashboard: one step that can be undone. */
function usePut(onDone: () => void): (put: Put) => void {
  const t = useT();
  const { store } = useOpenDashboard();
  return ({ charts, dataset, filters }) => {
    const state = store.getState();
    const made = draftCharts(dataset, charts, nextDraftId(state.charts));
    const { contentId } = topNodeOf(state);
    state.setLayout(withMadeCharts(layoutOf(state), contentId, made), 'CREATE_COMPONENT');
    state.addDataset(dataset);
    for (const { chart } of made) state.addChart(chart);
    if (filters.length > 0) state.setFilters([...state.filters, ...toFilters(dataset.id, filters)]);
    if (['', t('[ untitled dashboard ]')].includes(state.title)) state.setTitle(dataset.table_name);
    onDone();
  };
}
