import { securityEndpoints, type WireAccount } from '@powerset/contract';
import { api } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../../shell/index.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

interface ViewAsModalProps {
  readonly user: Pick<WireAccount, 'username'>;
  readonly onClose: () => void;
}

/** Asks before the whole browser sees what somebody else sees. */
export function ViewAsModal({ user, onClose }: ViewAsModalProps) {
  const t = useT();
  const begin = async () => {
    await api.callEndpoint(securityEndpoints.viewAs, { body: { username: user.username } });
    location.assign(addresses.home);
  };
  return (
    <ConfirmModal
      title={t('See Powerset as {{name}}?', { name: user.username })}
      action={t('View as')}
      failure={t('This person’s view could not be opened')}
      isHarmless
      run={begin}
      onClose={onClose}
    >
      {t(
        'All tabs of this browser show what this person may see, until you go back. Nothing can be changed meanwhile, and it is noted in the log.',
      )}
    </ConfirmModal>
  );
}
