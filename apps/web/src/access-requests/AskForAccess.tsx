import { type AccessObjectType, accessRequestEndpoints, type WireOwnAccessRequest } from '@powerset/contract';
import { Button, classNames, Field, sayBeside, TextArea, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, errorText } from '../api/index.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { useSession, useUserId } from '../shell/index.ts';
import styles from './AskForAccess.module.css';
import { RequestWords } from './RequestWords.tsx';

/** As its address names it; whether it is there nobody says. */
export interface AskedFor {
  readonly type: AccessObjectType;
  readonly object: string;
}

const longestMessage = 500;

/** Offers who could not open something to ask for it, and says what became of the request. */
export function AskForAccess({ type, object, startsAsking = false }: AskedFor & { readonly startsAsking?: boolean }) {
  const t = useT();
  const userId = useUserId();
  const seesAll = useSeesAll(type);
  const [wantsToAsk, setIsAsking] = useState(startsAsking);
  const own = useQuery({
    queryKey: ['access_request', 'own', type, object],
    enabled: userId !== null && !seesAll,
    queryFn: async ({ signal }) => {
      const query = { object_type: type, object };
      const { result } = await api.callEndpoint(accessRequestEndpoints.own, { query, signal });
      return result[0] ?? null;
    },
  });
  if (userId === null || seesAll || own.data === undefined) return null;
  const refresh = async () => {
    setIsAsking(false);
    await own.refetch();
  };
  const isAsking = wantsToAsk && own.data?.state !== 'open';
  if (isAsking) return <AskForm asked={{ type, object }} onClose={() => setIsAsking(false)} onAsked={refresh} />;
  return (
    <div className={styles.asking}>
      <RequestState request={own.data} />
      {own.data?.state === 'open' ? (
        <Button onClick={() => void withdraw(own.data?.id ?? 0).then(refresh)}>{t('Withdraw request')}</Button>
      ) : (
        <Button kind="primary" onClick={() => setIsAsking(true)}>
          {own.data ? t('Ask again') : t('Ask for access')}
        </Button>
      )}
    </div>
  );
}

/** What somebody who sees everything cannot open is not there. */
function useSeesAll(type: AccessObjectType): boolean {
  const { can, bootstrap } = useSession();
  if (type === 'dashboard') return 'Admin' in (bootstrap.user?.roles ?? {});
  return can('all_datasource_access', 'all_datasource_access');
}

async function withdraw(id: number): Promise<void> {
  const say = sayBeside();
  await api
    .callEndpoint(accessRequestEndpoints.delete, { params: { id } })
    .catch((error: unknown) => void say.danger(errorText(error)));
}

function RequestState({ request }: { request: WireOwnAccessRequest | null }) {
  const t = useT();
  const language = useLanguage();
  if (!request) return null;
  const day = (time: string) =>
    new Date(time).toLocaleString(language, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' });
  const texts = {
    open: t('Asked on {{when}}. Nobody has answered yet.', { when: day(request.created_on) }),
    granted: t('You were let in on {{when}}, but cannot see it any more.', { when: day(request.decided_on ?? '') }),
    declined: t('Your request was declined on {{when}}.', { when: day(request.decided_on ?? '') }),
    withdrawn: t('You withdrew your request on {{when}}.', { when: day(request.decided_on ?? '') }),
  };
  const words = request.state === 'declined' ? request.answer : request.message;
  return (
    <div role="status" className={classNames(textRoles.small, textRoles.secondary)}>
      {texts[request.state]}
      {words && request.state !== 'withdrawn' ? <RequestWords words={words} /> : null}
    </div>
  );
}

interface AskFormProps {
  readonly asked: AskedFor;
  readonly onClose: () => void;
  readonly onAsked: () => Promise<void>;
}

function AskForm({ asked, onClose, onAsked }: AskFormProps) {
  const t = useT();
  const [message, setMessage] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const tooLong =
    message.length > longestMessage ? t('At most {{count}} characters.', { count: longestMessage }) : null;
  const send = async () => {
    setIsSending(true);
    setProblem(null);
    const body = { object_type: asked.type, object: asked.object, message };
    try {
      await api.callEndpoint(accessRequestEndpoints.create, { body });
      await onAsked();
    } catch (error) {
      setProblem(errorText(error));
      setIsSending(false);
    }
  };
  return (
    <form
      className={classNames(styles.asking, styles.form)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={t('What do you need it for?')}
        note={t('Optional')}
        error={tooLong ?? problem}
        help={t('If it is there, its owners and the administrators read it with your name.')}
      >
        {(ids) => <TextArea {...ids} rows={3} value={message} onChange={setMessage} />}
      </Field>
      <div className={styles.buttons} data-large-on-touch>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" type="submit" isBusy={isSending} isDisabled={tooLong !== null}>
          {t('Send request')}
        </Button>
      </div>
    </form>
  );
}
