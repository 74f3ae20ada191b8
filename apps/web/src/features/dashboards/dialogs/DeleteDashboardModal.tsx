import { Button, Modal } from '@powerset/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { deleteItem, resources } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses } from '../../../shell/index.ts';
import { useDashboard } from '../state/index.ts';

/** Deletes the dashboard; its charts stay. */
export function DeleteDashboardModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const dashboard = useDashboard((state) => state.dashboard);
  const title = useDashboard((state) => state.title);
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    const isGone = await deleteItem(resources.dashboards, { id: dashboard.id, name: title });
    if (isGone) navigate(addresses.dashboards);
    else setIsBusy(false);
  };
  return (
    <Modal
      role="alertdialog"
      title={t('Delete Dashboard?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="danger-solid" isBusy={isBusy} onClick={() => void remove()}>
            {t('Delete')}
          </Button>
        </>
      }
    >
      <p>{t('“{{title}}” will be gone for everyone. Its charts stay.', { title })}</p>
    </Modal>
  );
}
