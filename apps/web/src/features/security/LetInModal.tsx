import { registrationEndpoints, type WireRegistration } from '@powerset/contract';
import { Button, ErrorBox, Modal } from '@powerset/ui';
import { useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { type MadeLink, MadeLinkView } from './MadeLinkView.tsx';

interface LetInModalProps {
  readonly registration: WireRegistration;
  readonly onClose: () => void;
  readonly onLetIn: () => void;
}

/** Makes an account for whoever asked for one, before the link in the mail was used. */
export function LetInModal({ registration, onClose, onLetIn }: LetInModalProps) {
  const t = useT();
  const locale = useLanguage();
  const [made, setMade] = useState<MadeLink | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const letIn = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const params = { id: registration.id };
      setMade((await api.callEndpoint(registrationEndpoints.letIn, { params, body: { locale } })).result);
      onLetIn();
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Let {{name}} in?', { name: registration.email })}
      onClose={onClose}
      foot={
        made ? (
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void letIn()} autoFocus>
              {t('Let in')}
            </Button>
          </>
        )
      }
    >
      {error ? <ErrorBox title={t('The account could not be made')} text={error} /> : null}
      {made ? (
        <MadeLinkView link={made} email={registration.email} />
      ) : (
        <p>{t('The account is made at once, and a link by which the password is chosen goes to this address.')}</p>
      )}
    </Modal>
  );
}
