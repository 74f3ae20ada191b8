import { userEndpoints, type WireAccount } from '@powerset/contract';
import { Button, Modal } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ErrorView } from '../../../shell/index.ts';

interface RemoveFactorModalProps {
  readonly user: Pick<WireAccount, 'id' | 'username'>;
  readonly onRemoved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** For a person who lost it: an administrator has made sure who asks. */
export function RemoveFactorModal({ user, onRemoved, onClose }: RemoveFactorModalProps) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const remove = async () => {
    setIsBusy(true);
    try {
      await api.callEndpoint(userEndpoints.removeSecondFactor, { params: { id: user.id } });
      await onRemoved();
      onClose();
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Remove the second factor of {{name}}?', { name: user.username })}
      role="alertdialog"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose} autoFocus>
            {t('Cancel')}
          </Button>
          <Button kind="danger-solid" isBusy={isBusy} onClick={() => void remove()}>
            {t('Remove')}
          </Button>
        </>
      }
    >
      <p>{t('The password alone signs this person in then. Make sure first who asks for it.')}</p>
      {error === null ? null : <ErrorView title={t('The second factor could not be removed')} error={error} />}
    </Modal>
  );
}
