import { checkEndpoints } from '@powerset/contract';
import { Button, ListSkeleton, Modal } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { FindingList } from '../checks/index.ts';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { useT } from '../i18n/index.ts';
import type { LostFields } from './lost-fields.ts';

interface ConfirmSaveProps {
  readonly lost: LostFields | null;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** The question before a dataset is saved; where columns or metrics go, with the charts and filters that ask for them. */
export function ConfirmSave({ lost, onCancel, onConfirm }: ConfirmSaveProps) {
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
      {lost ? <WhatBreaks {...lost} /> : null}
      <p>{t('Are you sure you want to save and apply changes?')}</p>
    </Modal>
  );
}

function WhatBreaks({ id, left }: LostFields) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['check', 'dataset', id, left],
    queryFn: async ({ signal }) =>
      (await api.callEndpoint(checkEndpoints.dataset, { params: { id }, body: left, signal })).result,
    retry: false,
    gcTime: 0,
  });
  if (error)
    return <LoadFailureBox title={t('It could not be checked')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={2} />;
  if (data.count === 0) return <p>{t('No chart and no filter asks for what goes.')}</p>;
  return (
    <>
      <p role="status">
        <strong>{t('What goes is asked for here, and would no longer work:')}</strong>
      </p>
      <FindingList found={data} />
    </>
  );
}
