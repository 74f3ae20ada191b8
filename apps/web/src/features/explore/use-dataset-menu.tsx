import { ConsoleSqlOutlined, EditOutlined, SwapOutlined } from '@ant-design/icons';
import type { MenuEntry } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useSession } from '../../shell/index.ts';
import type { Explore } from './explore-context.tsx';
import { EditDatasetModal } from './modals/EditDatasetModal.tsx';
import { SwapDatasetModal } from './modals/SwapDatasetModal.tsx';
import type { ChartRun } from './use-chart-run.ts';

/** What can be done with the dataset of the chart. */
export function useDatasetMenu(
  { dataset, form }: Explore,
  run: ChartRun,
): { readonly items: readonly MenuEntry[]; readonly modals: ReactNode } {
  const t = useT();
  const { can } = useSession();
  const [modal, setModal] = useState<'edit' | 'swap' | null>(null);
  const sql = run.drawn?.results[0]?.query ?? dataset.select_star ?? '';
  const close = () => setModal(null);
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
            href: `/superset/sqllab/?datasourceKey=${dataset.id}__${dataset.type}&sql=${encodeURIComponent(sql)}`,
          },
        ]
      : []),
  ];
  const modals = (
    <>
      {modal === 'edit' && dataset.id !== null ? (
        <EditDatasetModal datasetId={dataset.id} onClose={close} onSaved={() => location.reload()} />
      ) : null}
      {modal === 'swap' ? (
        <SwapDatasetModal
          onClose={close}
          onChoose={(id) => {
            const slice = form.slice_id ? `slice_id=${form.slice_id}&` : '';
            location.assign(`/explore/?${slice}datasource_type=table&datasource_id=${id}&viz_type=${form.viz_type}`);
          }}
        />
      ) : null}
    </>
  );
  return { items, modals };
}
