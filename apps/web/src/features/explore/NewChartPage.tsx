import type { ChartFacts } from '@powerset/chart-kit';
import type { WireDataset } from '@powerset/contract';
import { Button, Field, fieldLabel, lineRoles, Select } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { resources, useList } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, usePageTitle, useSession } from '../../shell/index.ts';
import { ChartCard, GalleryModal } from './modals/GalleryModal.tsx';
import styles from './NewChartPage.module.css';
import { useGalleryCharts } from './use-gallery-charts.ts';

/** The dataset that the address names: the one of that name, else the first whose name has it in it. */
function useNamedDataset(): WireDataset | undefined {
  const [search] = useSearchParams();
  const name = search.get('dataset') ?? '';
  const request = {
    filters: [{ col: 'table_name', opr: 'ct', value: name }],
    orderColumn: 'table_name',
    orderDirection: 'asc' as const,
    pageSize: 100,
  };
  const { collection } = useList(resources.datasets, request, { isEnabled: name !== '' });
  return collection.find((row) => row.table_name === name) ?? collection[0];
}

const offeredCount = 8;

/** The first of all chart types, and the one that was chosen among the others. */
const offeredTypes = (all: readonly ChartFacts[], chosen: string) =>
  all.filter((chart, index) => index < offeredCount || chart.key === chosen);

/** The two questions before a new chart: which data, which type. */
export function NewChartPage() {
  const t = useT();
  const navigate = useNavigate();
  const hasUpload = mayUpload(useSession());
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<WireDataset | undefined>();
  const allTypes = useGalleryCharts();
  const [vizType, setVizType] = useState(() => (allTypes.find(({ key }) => key === 'table') ?? allTypes[0])?.key ?? '');
  const [isChoosing, setIsChoosing] = useState(false);
  usePageTitle(t('Create a new chart'));
  const list = useList(resources.datasets, {
    filters: text ? [{ col: 'table_name', opr: 'ct', value: text }] : [],
    orderColumn: 'changed_on_delta_humanized',
    orderDirection: 'desc',
    pageSize: 100,
  });
  const named = useNamedDataset();
  const dataset = chosen ?? named;
  const rows = dataset && !list.collection.some(({ id }) => id === dataset.id) ? [dataset] : [];
  const offered = [...(text ? [] : rows), ...list.collection];
  const create = (type = vizType) =>
    navigate(`/explore/?viz_type=${type}&datasource_type=table&datasource_id=${dataset?.id}`);
  return (
    <div className={styles.page}>
      <h1>{t('Create a new chart')}</h1>
      <Field label={t('Choose a dataset')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Choose a dataset')}
            placeholder={t('Choose a dataset')}
            value={dataset?.id}
            isLoading={list.loading}
            choices={offered.map((row) => ({ value: row.id, label: row.table_name }))}
            onSearch={setText}
            onChange={(id) => setChosen(offered.find((row) => row.id === id))}
          />
        )}
      </Field>
      {hasUpload ? <a href={addresses.upload}>{t('Upload a file instead')}</a> : null}
      <section>
        <div className={fieldLabel.line}>
          {t('Choose chart type')}
          <span className={lineRoles.end}>
            <Button kind="link" size="small" onClick={() => setIsChoosing(true)}>
              {t('View all charts')}
            </Button>
          </span>
        </div>
        <div className={styles.types} role="listbox" aria-label={t('Choose chart type')}>
          {offeredTypes(allTypes, vizType).map((chart) => (
            <ChartCard
              key={chart.key}
              chart={chart}
              isChosen={chart.key === vizType}
              onChoose={() => setVizType(chart.key)}
              onConfirm={() => dataset && void create(chart.key)}
            />
          ))}
        </div>
      </section>
      <div>
        <Button kind="primary" isDisabled={!dataset} onClick={() => void create()}>
          {t('Create new chart')}
        </Button>
      </div>
      {isChoosing ? (
        <GalleryModal
          chosenKey={vizType}
          onClose={() => setIsChoosing(false)}
          onChoose={(key) => {
            setVizType(key);
            setIsChoosing(false);
          }}
        />
      ) : null}
    </div>
  );
}
