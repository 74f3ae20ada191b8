import { userEndpoints, type WireAccount } from '@powerset/contract';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ConfirmModal } from '../ConfirmModal.tsx';

interface RemoveFactorModalProps {
  readonly user: Pick<WireAccount, 'id' | 'username'>;
  readonly onRemoved: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** For a person who lost it: an administrator has made sure who asks. */
export function RemoveFactorModal({ user, onRemoved, onClose }: RemoveFactorModalProps) {
  const t = useT();
  const remove = async () => {
    await api.callEndpoint(userEndpoints.removeSecondFactor, { params: { id: user.id } });
    await onRemoved();
    onClose();
  };
  return (
    <ConfirmModal
      title={t('Remove the second factor of {{name}}?', { name: user.username })}
      action={t('Remove')}
      failure={t('The second factor could not be removed')}
      run={remove}
      onClose={onClose}
    >
      {t('The password alone signs this person in then. Make sure first who asks for it.')}
    </ConfirmModal>
  );
}
