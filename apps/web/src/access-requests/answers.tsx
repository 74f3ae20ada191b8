import { accessRequestEndpoints, type WireAccessRequest } from '@powerset/contract';
import { Button, classNames, Field, ListSkeleton, TextArea, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { ErrorView } from '../shell/index.ts';
import styles from './RequestsModal.module.css';
import { NoRole, RoleChoice } from './RoleChoice.tsx';
import { useSending } from './use-sending.ts';

interface AnswerProps {
  readonly request: WireAccessRequest;
  /** Of who asked. */
  readonly name: string;
  readonly onAnswered: () => void;
  readonly onCancel: () => void;
}

/** The roles that would open it, each with what else it opens. */
export function LetInForm({ request, name, onAnswered, onCancel }: AnswerProps) {
  const t = useT();
  const { isSending, send } = useSending(onAnswered);
  const [roleId, setRoleId] = useState<number | null>(null);
  const params = { id: request.id };
  const roles = useQuery({
    queryKey: ['access_request', 'roles', request.id],
    enabled: !request.has_access,
    gcTime: 0,
    queryFn: async ({ signal }) => (await api.callEndpoint(accessRequestEndpoints.roles, { params, signal })).result,
  });
  const grant = () =>
    send(
      () => api.callEndpoint(accessRequestEndpoints.grant, { params, body: { role_id: roleId } }),
      t('{{name}} can open {{title}} now', { name, title: request.title }),
    );
  const none = roles.data?.length === 0;
  return (
    <AnswerForm onSubmit={grant}>
      {roles.error ? <ErrorView error={roles.error} /> : null}
      {roles.isFetching ? <ListSkeleton rows={2} /> : null}
      {none ? <NoRole object={{ title: request.title, url: request.url, isDraft: request.is_draft }} /> : null}
      {roles.data && !none ? <RoleChoice {...{ name, roleId }} roles={roles.data} onChoose={setRoleId} /> : null}
      <div className={styles.buttons} data-large-on-touch>
        {none ? null : (
          <Button
            size="small"
            kind="primary"
            type="submit"
            isBusy={isSending}
            isDisabled={roleId === null && !request.has_access}
          >
            {request.has_access ? t('Done') : t('Give this role')}
          </Button>
        )}
        <Button size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </AnswerForm>
  );
}

/** A form of its own: a dialog of many forgets what was written in it once it is gone. */
function AnswerForm({ onSubmit, children }: { onSubmit: () => Promise<void>; children: ReactNode }) {
  return (
    <form
      className={styles.answer}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
    </form>
  );
}

export function DeclineForm({ request, name, onAnswered, onCancel }: AnswerProps) {
  const t = useT();
  const { isSending, send } = useSending(onAnswered);
  const [answer, setAnswer] = useState('');
  const decline = () =>
    send(
      () => api.callEndpoint(accessRequestEndpoints.decline, { params: { id: request.id }, body: { answer } }),
      t('The request of {{name}} is declined', { name }),
    );
  return (
    <AnswerForm onSubmit={decline}>
      <Field
        label={t('A word to {{name}}', { name })}
        note={t('Optional')}
        error={answer.length > 500 ? t('At most {{count}} characters.', { count: 500 }) : null}
      >
        {(ids) => <TextArea {...ids} rows={2} value={answer} onChange={setAnswer} />}
      </Field>
      <div className={styles.buttons} data-large-on-touch>
        <Button size="small" kind="primary" type="submit" isBusy={isSending} isDisabled={answer.length > 500}>
          {t('Decline')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </AnswerForm>
  );
}

/** Roles are the administrators' to give: an owner says that he is for it. */
export function OwnerActions({ request, name, onAnswered }: AnswerProps) {
  const t = useT();
  const { isSending, send } = useSending(onAnswered);
  if (request.passed_on_by)
    return <span className={classNames(textRoles.small, textRoles.muted)}>{t('Passed on to the administrators')}</span>;
  const passOn = () =>
    send(
      () => api.callEndpoint(accessRequestEndpoints.passOn, { params: { id: request.id } }),
      t('The administrators see that you are for letting {{name}} in', { name }),
    );
  return (
    <Button size="small" kind="primary" isBusy={isSending} onClick={() => void passOn()}>
      {t('Pass on to administrators')}
    </Button>
  );
}
