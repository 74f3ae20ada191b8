import { accessRequestEndpoints, type WireAccessRequest, type WireOpeningRole } from '@powerset/contract';
import { Button, classNames, Field, ListSkeleton, sayBeside, TextArea, textRoles, UiLink } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, errorText } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { addresses, ErrorView } from '../shell/index.ts';
import { toGrantText } from './grant-text.ts';
import styles from './RequestsModal.module.css';

interface AnswerProps {
  readonly request: WireAccessRequest;
  /** Of who asked. */
  readonly name: string;
  readonly onAnswered: () => void;
  readonly onCancel: () => void;
}

/** Sends an answer; what fails is said, and the request stays. */
function useSending(onAnswered: () => void) {
  const [isSending, setIsSending] = useState(false);
  const send = async (call: () => Promise<unknown>, done: string) => {
    const say = sayBeside();
    setIsSending(true);
    try {
      await call();
      say.success(done);
      onAnswered();
    } catch (error) {
      say.danger(errorText(error));
      setIsSending(false);
    }
  };
  return { isSending, send };
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
      {none ? <NoRole request={request} /> : null}
      {roles.data && !none ? (
        <RoleChoice {...{ request, name, roleId }} roles={roles.data} onChoose={setRoleId} />
      ) : null}
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

function NoRole({ request }: { request: WireAccessRequest }) {
  const t = useT();
  if (request.is_draft)
    return (
      <p className={textRoles.small}>
        {t('It is a draft, which only its owners see. Publish it, or make who asks an owner.')}{' '}
        <UiLink href={request.url}>{request.title}</UiLink>
      </p>
    );
  return (
    <p className={textRoles.small}>
      {t('No role would open it. Give one its data first, or make one that has it.')}{' '}
      <UiLink href={addresses.roles}>{t('Roles')}</UiLink>
    </p>
  );
}

interface RoleChoiceProps {
  readonly request: WireAccessRequest;
  readonly name: string;
  readonly roles: readonly WireOpeningRole[];
  readonly roleId: number | null;
  readonly onChoose: (id: number) => void;
}

function RoleChoice({ request, name, roles, roleId, onChoose }: RoleChoiceProps) {
  const t = useT();
  return (
    <fieldset className={styles.choice}>
      <legend className={textRoles.small}>{t('Role to give to {{name}}, with all that it opens', { name })}</legend>
      <div className={styles.roles}>
        {roles.map((role) => (
          <label key={role.id} className={styles.role}>
            <input
              type="radio"
              name={`role-${request.id}`}
              checked={role.id === roleId}
              onChange={() => onChoose(role.id)}
            />
            <span>
              <span className={textRoles.medium}>{role.name}</span>
              <br />
              <span className={classNames(textRoles.small, textRoles.muted)}>{roleText(t, role)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type T = ReturnType<typeof useT>;

/** What the role opens besides, and who has it. */
function roleText(t: T, role: WireOpeningRole): string {
  const part =
    role.readable_datasets < role.datasets
      ? t('Opens {{count}} of its {{all}} datasets', { count: role.readable_datasets, all: role.datasets })
      : '';
  return [part, dataText(t, role), peopleText(t, role.user_count)].filter(Boolean).join(' · ');
}

function peopleText(t: T, count: number): string {
  if (count === 0) return t('Nobody has it yet');
  return count === 1 ? t('1 person has it') : t('{{count}} people have it', { count });
}

function dataText(t: T, { sees_all_data: seesAll, data_grants: { count, names } }: WireOpeningRole): string {
  if (seesAll) return t('Reads all data');
  if (count === 0) return '';
  const list = names.map(toGrantText).join(', ');
  const more = count - names.length;
  return t('Reads {{names}}', {
    names: more > 0 ? t('{{names}} and {{count}} more', { names: list, count: more }) : list,
  });
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
