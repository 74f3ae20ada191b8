import { ClockCircleOutlined, TagOutlined } from '@ant-design/icons-svg';
import { Button, lineRoles, textRoles } from '@powerset/ui';
import { useMemo } from 'react';
import { useT } from '../../../../i18n/index.ts';
import {
  type FilterEntry,
  mostUsedDataset,
  type NativeFilter,
  newFilter,
  type ProposedFilter,
  proposeFilters,
} from '../../filters/index.ts';
import { datasetIdOf, makeNodeId, useDashboard } from '../../state/index.ts';
import styles from './ProposedFilters.module.css';

function useCharts() {
  const charts = useDashboard((state) => state.charts);
  return useMemo(
    () => Object.values(charts).map((chart) => ({ datasetId: datasetIdOf(chart), form: chart.form_data })),
    [charts],
  );
}

/** What the dashboard's charts would be filtered by, beside those filters that there are. */
export function useProposals(entries: readonly FilterEntry[]): readonly ProposedFilter[] {
  const charts = useCharts();
  const datasets = useDashboard((state) => state.datasets);
  return useMemo(() => proposeFilters(charts, datasets, entries), [charts, datasets, entries]);
}

/** A new filter, on the dataset that most charts read. */
export function useNewFilter(): () => NativeFilter {
  const charts = useCharts();
  const datasets = useDashboard((state) => state.datasets);
  return () => {
    const datasetId = mostUsedDataset(charts.filter((chart) => datasets[chart.datasetId ?? -1] !== undefined));
    return { ...newFilter(makeNodeId('').slice(1)), targets: [datasetId === undefined ? {} : { datasetId }] };
  };
}

/** The settings of a filter that was begun, as one that is proposed has them; a name that was given stays. */
export function withProposal(filter: NativeFilter, proposal: ProposedFilter): NativeFilter {
  const { filterType, datasetId, column, label } = proposal;
  const isTime = filterType === 'filter_time';
  return {
    ...filter,
    name: filter.name.trim() ? filter.name : label,
    filterType,
    targets: [isTime ? {} : { datasetId, column: { name: column } }],
    defaultDataMask: {},
  };
}

interface ProposedFiltersProps {
  readonly proposals: readonly ProposedFilter[];
  readonly onChoose: (proposal: ProposedFilter) => void;
}

/** Columns that the dashboard's charts are made of: one press makes the filter. */
export function ProposedFilters({ proposals, onChoose }: ProposedFiltersProps) {
  const t = useT();
  if (proposals.length === 0) return null;
  return (
    <fieldset className={styles.proposals}>
      <legend className={textRoles.secondary}>{t('Proposed from the charts of this dashboard')}</legend>
      <div className={lineRoles.line} style={{ flexWrap: 'wrap' }}>
        {proposals.map((proposal) => {
          const isTime = proposal.filterType === 'filter_time';
          return (
            <Button
              key={`${proposal.filterType} ${proposal.column}`}
              size="small"
              icon={isTime ? ClockCircleOutlined : TagOutlined}
              onClick={() => onChoose(proposal)}
            >
              {isTime ? t('Time range: {{column}}', { column: proposal.label }) : proposal.label}
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}
