import { SearchOutlined } from '@ant-design/icons';
import { Button, EmptyState, ListSkeleton, Modal, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { resources, useList } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';

interface DatasetRow {
  readonly id: number;
  readonly table_name: string;
  readonly schema: string | null;
  readonly database: { readonly database_name: string };
}

/** Chooses another dataset for the chart. */
export function SwapDatasetModal({ onChoose, onClose }: { onChoose: (id: number) => void; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState('');
  const list = useList<DatasetRow>(resources.datasets, {
    filters: text ? [{ col: 'table_name', opr: 'ct', value: text }] : [],
    orderColumn: 'changed_on_delta_humanized',
    orderDirection: 'desc',
  });
  return (
    <Modal
      title={t('Swap dataset')}
      width={800}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <p className="ps-t2 xp-note">
        {t(
          'Changing the dataset may break the chart if the chart relies on columns or metadata that does not exist in the target dataset',
        )}
      </p>
      <TextInput
        icon={SearchOutlined}
        type="search"
        aria-label={t('Search / Filter')}
        placeholder={t('Search / Filter')}
        value={text}
        onChange={setText}
      />
      <div className="xp-choices">
        {list.isFirstLoad ? <ListSkeleton /> : null}
        {list.collection.map((row) => (
          <button key={row.id} type="button" className="xp-choice" onClick={() => onChoose(row.id)}>
            <span className="ps-medium">{row.table_name}</span>
            <span className="ps-t3">{[row.database.database_name, row.schema].filter(Boolean).join(' / ')}</span>
          </button>
        ))}
        {!list.isFirstLoad && list.count === 0 ? <EmptyState size="small" title={t('No dataset matches')} /> : null}
      </div>
    </Modal>
  );
}
