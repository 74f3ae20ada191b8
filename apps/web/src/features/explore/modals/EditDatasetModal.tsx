import { Button, ErrorBox, Modal, TableSkeleton, Tabs, toasts } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText, resources, updateItem, useItem } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Calculated, Columns, type DraftProps, Metrics, Settings } from './DatasetParts.tsx';
import { type DatasetDraft, findDraftProblems, toDatasetChange } from './dataset-draft.ts';

interface EditDatasetModalProps {
  readonly datasetId: number;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

type Tab = 'metrics' | 'columns' | 'calculated' | 'settings';

/** The draft of a dataset with what can be done to it. */
function useDatasetEditing({ datasetId, onSaved }: EditDatasetModalProps) {
  const t = useT();
  const item = useItem<DatasetDraft>(resources.datasets, datasetId);
  const [changed, setChanged] = useState<DatasetDraft | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const draft = changed ?? item.data;
  const save = async () => {
    if (!draft) return;
    setIsBusy(true);
    try {
      await updateItem(resources.datasets, datasetId, toDatasetChange(draft));
      toasts.success(t('The dataset has been saved'));
      onSaved();
    } catch (error) {
      setFailure(errorText(error));
      setIsBusy(false);
    }
  };
  const sync = async () => {
    try {
      await api.request(`${resources.datasets.path}${datasetId}/refresh`, { method: 'PUT' });
      setChanged(null);
      await item.refetch();
      toasts.success(t('Metadata has been synced'));
    } catch (error) {
      toasts.danger(errorText(error));
    }
  };
  return { item, draft, changed, setChanged, isBusy, failure, save, sync };
}

/** Everything about a dataset that can be changed. */
export function EditDatasetModal(props: EditDatasetModalProps) {
  const { onClose } = props;
  const t = useT();
  const { item, draft, changed, setChanged, isBusy, failure, save, sync } = useDatasetEditing(props);
  const [tab, setTab] = useState<Tab>('metrics');
  const [isConfirming, setIsConfirming] = useState(false);
  const problems = draft ? findDraftProblems(draft) : [];
  return (
    <Modal
      title={draft ? t('Edit dataset {{name}}', { name: draft.table_name }) : t('Edit dataset')}
      width={1080}
      isSticky
      onClose={onClose}
      foot={
        <>
          <span className="xp-problem ps-grow">{problems[0] ?? null}</span>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={!changed || problems.length > 0}
            isBusy={isBusy}
            onClick={() => setIsConfirming(true)}
          >
            {t('Save')}
          </Button>
        </>
      }
    >
      {item.error ? <ErrorBox title={t('The dataset could not be loaded')} text={errorText(item.error)} /> : null}
      {failure ? <ErrorBox title={t('Error saving dataset')} text={failure} /> : null}
      {isConfirming ? (
        <ConfirmSave
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false);
            void save();
          }}
        />
      ) : null}
      {draft ? (
        <DraftTabs draft={draft} tab={tab} onTab={setTab} onChange={setChanged} onSync={() => void sync()} />
      ) : (
        <TableSkeleton />
      )}
    </Modal>
  );
}

function ConfirmSave({ onCancel, onConfirm }: { onCancel: () => void; onConfirm: () => void }) {
  const t = useT();
  return (
    <Modal
      title={t('Confirm save')}
      role="alertdialog"
      onClose={onCancel}
      foot={
        <>
          <Button onClick={onCancel}>{t('Cancel')}</Button>
          <Button kind="primary" onClick={onConfirm}>
            {t('OK')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'The dataset configuration exposed here affects all the charts using this dataset. Be mindful that changing settings here may affect other charts in undesirable ways.',
        )}
      </p>
      <p>{t('Are you sure you want to save and apply changes?')}</p>
    </Modal>
  );
}

function DraftTabs(props: DraftProps & { tab: Tab; onTab: (tab: Tab) => void; onSync: () => void }) {
  const { draft, tab, onTab } = props;
  const t = useT();
  const own = draft.columns.filter((column) => column.expression === null);
  const tabs = [
    { key: 'metrics' as const, label: t('Metrics'), count: draft.metrics.length },
    { key: 'columns' as const, label: t('Columns'), count: own.length },
    { key: 'calculated' as const, label: t('Calculated columns'), count: draft.columns.length - own.length },
    { key: 'settings' as const, label: t('Settings') },
  ];
  return (
    <div className="xp-dataset-edit">
      <Tabs items={tabs} active={tab} onChange={onTab} label={t('Parts of the dataset')} />
      <div className="xp-dataset-edit__body">
        {tab === 'metrics' ? <Metrics {...props} /> : null}
        {tab === 'columns' ? <Columns {...props} /> : null}
        {tab === 'calculated' ? <Calculated {...props} /> : null}
        {tab === 'settings' ? <Settings {...props} /> : null}
      </div>
    </div>
  );
}
