import { securityEndpoints, type WireAccount } from '@powerset/contract';
import { Button, Modal } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, ErrorView } from '../../shell/index.ts';

interface ViewAsModalProps {
  readonly user: Pick<WireAccount, 'username'>;
  readonly onClose: () => void;
}

/** Asks before the whole browser sees what somebody else sees. */
export function ViewAsModal({ user, onClose }: ViewAsModalProps) {
  const t = useT();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const begin = async () => {
    setIsBusy(true);
    try {
      await api.callEndpoint(securityEndpoints.viewAs, { body: { username: user.username } });
      location.assign(addresses.home);
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('See Powerset as {{name}}?', { name: user.username })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void begin()} autoFocus>
            {t('View as')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'All tabs of this browser show what this person may see, until you go back. Nothing can be changed meanwhile, and it is noted in the log.',
        )}
      </p>
      {error === null ? null : <ErrorView title={t('This person’s view could not be opened')} error={error} />}
    </Modal>
  );
}
