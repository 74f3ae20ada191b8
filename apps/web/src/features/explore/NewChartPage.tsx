import type { ChartFacts } from '@powerset/chart-kit';
import type { Suggestion } from '@powerset/charts/suggestions';
import type { WireDataset } from '@powerset/contract';
import { Button, Field, fieldLabel, lineRoles, Select } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { resources, useList } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, usePageTitle, useSession } from '../../shell/index.ts';
import { ChartCard, GalleryModal, type GalleryModalProps } from './modals/GalleryModal.tsx';
import { readAddress } from './model/address.ts';
import styles from './NewChartPage.module.css';
import { NewChartGallery, NewChartSuggestions } from './NewChartSuggestions.tsx';
import { type ExploreStart, useExploreStart } from './use-explore-start.ts';
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

const addressOf = (dataset: WireDataset | undefined) =>
  dataset ? `datasource_type=table&datasource_id=${dataset.id}` : '';

const formPart = (fields: Suggestion['fields']) =>
  new URLSearchParams({ form_data: JSON.stringify(fields) }).toString();

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
  const start = useExploreStart(readAddress(new URLSearchParams(addressOf(dataset))), `new-chart-${dataset?.id}`);
  const create = (type = vizType, fields?: Suggestion['fields']) =>
    navigate(`/explore/?viz_type=${type}&${addressOf(dataset)}${fields ? `&${formPart(fields)}` : ''}`);
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
      {start.data?.dataset.id ? (
        <NewChartSuggestions
          start={start.data}
          offered={allTypes.map(({ key }) => key)}
          onChoose={({ key, fields }) => void create(key, fields)}
        />
      ) : null}
      <TypeCards
        charts={offeredTypes(allTypes, vizType)}
        chosenKey={vizType}
        onAll={() => setIsChoosing(true)}
        onChoose={setVizType}
        onConfirm={(key) => dataset && void create(key)}
      />
      <div>
        <Button kind="primary" isDisabled={!dataset} onClick={() => void create()}>
          {t('Create new chart')}
        </Button>
      </div>
      {isChoosing ? (
        <Gallery
          start={start.data}
          chosenKey={vizType}
          onClose={() => setIsChoosing(false)}
          onChoose={(key, fields) => {
            setIsChoosing(false);
            setVizType(key);
            if (fields) void create(key, fields);
          }}
        />
      ) : null}
    </div>
  );
}

interface TypeCardsProps {
  readonly charts: readonly ChartFacts[];
  readonly chosenKey: string;
  readonly onAll: () => void;
  readonly onChoose: (key: string) => void;
  readonly onConfirm: (key: string) => void;
}

/** The types of every day, and the way to all others. */
function TypeCards({ charts, chosenKey, onAll, onChoose, onConfirm }: TypeCardsProps) {
  const t = useT();
  return (
    <section>
      <div className={fieldLabel.line}>
        {t('Choose chart type')}
        <span className={lineRoles.end}>
          <Button kind="link" size="small" onClick={onAll}>
            {t('View all charts')}
          </Button>
        </span>
      </div>
      <div className={styles.types} role="listbox" aria-label={t('Choose chart type')}>
        {charts.map((chart) => (
          <ChartCard
            key={chart.key}
            chart={chart}
            isChosen={chart.key === chosenKey}
            onChoose={() => onChoose(chart.key)}
            onConfirm={() => onConfirm(chart.key)}
          />
        ))}
      </div>
    </section>
  );
}

/** The gallery, with what fits the dataset where one was chosen. */
function Gallery({ start, ...props }: GalleryModalProps & { readonly start: ExploreStart | undefined }) {
  return start?.dataset.id ? <NewChartGallery start={start} {...props} /> : <GalleryModal {...props} />;
}
