import { ConsoleSqlOutlined, EditOutlined, EyeOutlined, SaveOutlined, SwapOutlined } from '@ant-design/icons-svg';
import type { ChartForm } from '@powerset/chart-kit';
import { datasetEndpoints, exploreEndpoints } from '@powerset/contract';
import { type MenuEntry, sayBeside } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../api/index.ts';
import { WaitingModal } from '../../controls/waiting-modal/index.ts';
import { EditDatasetModal } from '../../dataset-editor/index.ts';
import { openInSqlEditor, QueryPreviewModal, SaveDatasetModal } from '../../datasets/index.ts';
import { msg, useT } from '../../i18n/index.ts';
import type { Explore } from './explore-context.tsx';
import { SwapDatasetModal } from './modals/SwapDatasetModal.tsx';
import type { ExploreDataset } from './model/dataset.ts';
import type { ExploreRights } from './model/rights.ts';
import type { ChartRun } from './use-chart-run.ts';

/** Keeps the form on another dataset; answers the address that opens it. */
async function keepSwapped(form: ChartForm, datasetId: number, signal: AbortSignal): Promise<string> {
  const chartId = typeof form.slice_id === 'number' ? form.slice_id : undefined;
  const formData = JSON.stringify({ ...form, datasource: `${datasetId}__table` });
  const body = { datasource_id: datasetId, datasource_type: 'table', form_data: formData, chart_id: chartId };
  const { key } = await api.callEndpoint(exploreEndpoints.createFormData, { body, signal });
  const slice = chartId === undefined ? '' : `&slice_id=${chartId}`;
  return `/explore/?form_data_key=${key}&datasource_type=table&datasource_id=${datasetId}${slice}`;
}

/** The dataset as the server has it now. */
function fetchDataset(id: number): Promise<ExploreDataset> {
  return api.callEndpoint(datasetEndpoints.metadata, { query: { datasourceKey: `${id}__table` } });
}

export interface DatasetMenuInput {
  readonly explore: Explore;
  readonly run: ChartRun;
  readonly rights: ExploreRights;
  readonly onDatasetChanged: (dataset: ExploreDataset) => void;
}

type Modal = 'edit' | 'swap' | 'preview' | 'save' | null;

const titles = {
  edit: msg('Edit dataset'),
  swap: msg('Swap dataset'),
  preview: msg('Query preview'),
  save: msg('Save as dataset'),
} as const;

/** What can be done with the dataset of the chart. */
export function useDatasetMenu(input: DatasetMenuInput): {
  readonly items: readonly MenuEntry[];
  readonly modals: ReactNode;
  /** Asks for the name of the dataset that a bare query becomes; null where it stands on one. */
  readonly saveQuery: (() => void) | null;
} {
  const { dataset } = input.explore;
  const t = useT();
  const [modal, setModal] = useState<Modal>(null);
  const isQuery = dataset.type === 'query' || dataset.type === 'saved_query';
  const items = useMenuItems(input, setModal);
  const close = () => setModal(null);
  const Modals = isQuery ? QueryModals : DatasetModals;
  const modals = (
    <Suspense fallback={<WaitingModal title={modal ? t(titles[modal]) : ''} onClose={close} />}>
      <Modals {...input} modal={modal} onClose={close} />
    </Suspense>
  );
  return {
    items: isQuery ? items.forQuery : items.forDataset,
    modals,
    saveQuery: isQuery ? () => setModal('save') : null,
  };
}

/** The SQL that the SQL editor opens with: the query's own, or the one that drew the chart. */
function sqlOf({ explore: { dataset }, run }: DatasetMenuInput): string {
  const isQuery = dataset.type === 'query' || dataset.type === 'saved_query';
  const drawn = run.drawn?.results[0]?.query;
  return (isQuery ? dataset.sql : drawn) ?? dataset.select_star ?? '';
}

function useMenuItems(input: DatasetMenuInput, open: (modal: Modal) => void) {
  const t = useT();
  const { dataset } = input.explore;
  const edit: MenuEntry = {
    key: 'edit',
    label: t('Edit dataset'),
    icon: EditOutlined,
    onSelect: () => open('edit'),
    ...(input.rights.canEditDataset
      ? {}
      : {
          isDisabled: true,
          tooltip: t(
            'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
          ),
        }),
  };
  const sqlLab: readonly MenuEntry[] = input.rights.canOpenSqlEditor
    ? [
        {
          key: 'sql',
          label: t('View in SQL Lab'),
          icon: ConsoleSqlOutlined,
          onSelect: () => openInSqlEditor(`${dataset.id}__${dataset.type}`, sqlOf(input)),
        },
      ]
    : [];
  return {
    forDataset: [
      edit,
      { key: 'swap', label: t('Swap dataset'), icon: SwapOutlined, onSelect: () => open('swap') },
      ...sqlLab,
    ],
    forQuery: [
      { key: 'preview', label: t('Query preview'), icon: EyeOutlined, onSelect: () => open('preview') },
      ...sqlLab,
      { key: 'save', label: t('Save as dataset'), icon: SaveOutlined, onSelect: () => open('save') },
    ],
  };
}

interface ModalsProps extends DatasetMenuInput {
  readonly modal: Modal;
  readonly onClose: () => void;
}

function QueryModals({ modal, onClose, ...input }: ModalsProps) {
  const { dataset, form } = input.explore;
  const { datasource: _datasource, slice_id: _slice, ...rest } = form;
  if (modal === 'preview') return <QueryPreviewModal sql={dataset.sql ?? ''} onClose={onClose} />;
  if (modal !== 'save' || !dataset.database) return null;
  return (
    <SaveDatasetModal
      source={{
        name: dataset.table_name ?? dataset.name,
        sql: dataset.sql ?? '',
        databaseId: dataset.database.id,
        schema: dataset.schema ?? null,
      }}
      form={rest}
      opensWindow={false}
      onClose={onClose}
    />
  );
}

function DatasetModals({ modal, onClose, explore, onDatasetChanged }: ModalsProps) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { id } = explore.dataset;
  const swap = async (target: number, signal: AbortSignal) => {
    const say = sayBeside();
    const address = await keepSwapped(explore.form, target, signal);
    if (signal.aborted) return;
    onClose();
    await navigate(address);
    say.success(t('Successfully changed dataset!'));
  };
  const readAgain = async (own: number) => {
    const say = sayBeside();
    onClose();
    try {
      onDatasetChanged(await fetchDataset(own));
      for (const key of ['samples', 'column-values']) await queryClient.invalidateQueries({ queryKey: [key, own] });
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  if (modal === 'swap') return <SwapDatasetModal onClose={onClose} onChoose={swap} />;
  return modal === 'edit' && id !== null ? (
    <EditDatasetModal datasetId={id} onClose={onClose} onSaved={() => void readAgain(id)} />
  ) : null;
}
