import { userEndpoints, type WireAccount } from '@powerset/contract';
import { Button, ErrorBox, Modal } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText, useBootstrapQuery } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { type MadeLink, MadeLinkView } from './MadeLinkView.tsx';

interface InvitationModalProps {
  readonly user: Pick<WireAccount, 'id' | 'username' | 'email'>;
  readonly onClose: () => void;
}

/** A link by which somebody chooses a password: mailed, or handed over. */
export function InvitationModal({ user, onClose }: InvitationModalProps) {
  const t = useT();
  const locale = useLanguage();
  const hasMail = useBootstrapQuery().data?.conf.SENDS_MAIL === 1 && user.email !== '';
  const [link, setLink] = useState<MadeLink | null>(null);
  const [busy, setBusy] = useState<'mail' | 'show' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const make = async (isMailed: boolean) => {
    setBusy(isMailed ? 'mail' : 'show');
    setError(null);
    try {
      const body = { is_mailed: isMailed, locale };
      setLink((await api.callEndpoint(userEndpoints.makePasswordLink, { params: { id: user.id }, body })).result);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setBusy(null);
    }
  };
  return (
    <Modal
      title={t('Invite {{name}}', { name: user.username })}
      onClose={onClose}
      foot={
        link ? (
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button isBusy={busy === 'show'} isDisabled={busy !== null} onClick={() => void make(false)}>
              {t('Show the link')}
            </Button>
            {hasMail ? (
              <Button
                kind="primary"
                isBusy={busy === 'mail'}
                isDisabled={busy !== null}
                onClick={() => void make(true)}
              >
                {t('Send by e-mail')}
              </Button>
            ) : null}
          </>
        )
      }
    >
      {error ? <ErrorBox title={t('The link could not be made')} text={error} /> : null}
      {link ? (
        <MadeLinkView link={link} email={user.email} />
      ) : (
        <p>{t('With a link the person chooses the password: it holds for a week, and once. Links made before end.')}</p>
      )}
    </Modal>
  );
}
