import { ConsoleSqlOutlined, EditOutlined, SwapOutlined } from '@ant-design/icons';
import type { ChartForm } from '@powerset/chart-kit';
import { type MenuEntry, toasts } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../shell/index.ts';
import type { Explore } from './explore-context.tsx';
import { EditDatasetModal } from './modals/EditDatasetModal.tsx';
import { SwapDatasetModal } from './modals/SwapDatasetModal.tsx';
import type { ChartRun } from './use-chart-run.ts';

/** Hands the dataset and its SQL to the SQL editor as the reference does: by posting a form. */
function openInSqlLab(datasourceKey: string, sql: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/superset/sqllab/';
  for (const [name, value] of Object.entries({ datasourceKey, sql })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Keeps the form on another dataset; answers the address that opens it. */
async function keepSwapped(form: ChartForm, datasetId: number): Promise<string> {
  const chartId = typeof form.slice_id === 'number' ? form.slice_id : undefined;
  const formData = JSON.stringify({ ...form, datasource: `${datasetId}__table` });
  const body = { datasource_id: datasetId, datasource_type: 'table', form_data: formData, chart_id: chartId };
  const { key } = await api.request<{ key: string }>('/api/v1/explore/form_data', { method: 'POST', body });
  const slice = chartId === undefined ? '' : `&slice_id=${chartId}`;
  return `/explore/?form_data_key=${key}&datasource_type=table&datasource_id=${datasetId}${slice}`;
}

/** What can be done with the dataset of the chart. */
export function useDatasetMenu(
  { dataset, form }: Explore,
  run: ChartRun,
): { readonly items: readonly MenuEntry[]; readonly modals: ReactNode } {
  const t = useT();
  const { can } = useSession();
  const navigate = useNavigate();
  const [modal, setModal] = useState<'edit' | 'swap' | null>(null);
  const sql = run.drawn?.results[0]?.query ?? dataset.select_star ?? '';
  const close = () => setModal(null);
  const swap = async (id: number) => {
    try {
      await navigate(await keepSwapped(form, id));
      toasts.success(t('Successfully changed dataset!'));
    } catch (error) {
      toasts.danger(errorText(error));
    }
  };
  const items: readonly MenuEntry[] = [
    ...(can('can_write', 'Dataset')
      ? [{ key: 'edit', label: t('Edit dataset'), icon: EditOutlined, onSelect: () => setModal('edit') }]
      : []),
    { key: 'swap', label: t('Swap dataset'), icon: SwapOutlined, onSelect: () => setModal('swap') },
    ...(can('can_execute_sql_query', 'SQLLab')
      ? [
          {
            key: 'sql',
            label: t('View in SQL Lab'),
            icon: ConsoleSqlOutlined,
            onSelect: () => openInSqlLab(`${dataset.id}__${dataset.type}`, sql),
          },
        ]
      : []),
  ];
  const modals = (
    <>
      {modal === 'edit' && dataset.id !== null ? (
        <EditDatasetModal datasetId={dataset.id} onClose={close} onSaved={() => location.reload()} />
      ) : null}
      {modal === 'swap' ? <SwapDatasetModal onClose={close} onChoose={swap} /> : null}
    </>
  );
  return { items, modals };
}
