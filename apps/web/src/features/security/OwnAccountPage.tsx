import { type OwnAccountChange, securityEndpoints, type WireUser } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, type TextInputProps, textRoles } from '@powerset/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, api, errorText, useRenewSession } from '../../api/index.ts';
import { FieldPair } from '../../controls/form-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { useDirectoryName, usePageTitle, useSession, useTakesPasswords } from '../../shell/index.ts';
import { AgentsPart } from './AgentsPart.tsx';
import { ApiKeysPart } from './ApiKeysPart.tsx';
import { DatabaseSignInsPart } from './DatabaseSignInsPart.tsx';
import { IdentityPart } from './IdentityPart.tsx';
import styles from './OwnAccountPage.module.css';
import { SessionsPart } from './SessionsPart.tsx';
import { PasskeysPart, SecondFactorPart } from './second-factor/index.ts';
import { useOwnIdentities } from './use-own-identities.ts';

/** Sends one part of the account, and says how that went. */
function useChange() {
  const renew = useRenewSession();
  const [error, setError] = useState<unknown>(null);
  const [state, setState] = useState<'open' | 'busy' | 'saved'>('open');
  const send = async (body: OwnAccountChange): Promise<boolean> => {
    setState('busy');
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.changeMe, { body });
      await renew();
      setState('saved');
      return true;
    } catch (failure) {
      setError(failure);
      setState('open');
      return false;
    }
  };
  const fields = error instanceof ApiError ? error.fields : {};
  const general = error !== null && Object.keys(fields).length === 0 ? errorText(error) : null;
  return { send, fields, general, state, reopen: () => setState('open') };
}

interface PartProps {
  readonly title: string;
  readonly failedTitle: string;
  readonly action: string;
  readonly savedText: string;
  readonly change: ReturnType<typeof useChange>;
  readonly isComplete: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function Part({ title, failedTitle, action, savedText, change, isComplete, onSubmit, children }: PartProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && change.state !== 'busy') onSubmit();
  };
  return (
    <form className={styles.part} onSubmit={submit} noValidate aria-label={title}>
      <h2>{title}</h2>
      {children}
      {change.general ? <ErrorBox title={failedTitle} text={change.general} /> : null}
      <div className={styles.foot}>
        <Button kind="primary" type="submit" isDisabled={!isComplete} isBusy={change.state === 'busy'}>
          {action}
        </Button>
        <span role="status" className={textRoles.secondary}>
          {change.state === 'saved' ? savedText : ''}
        </span>
      </div>
    </form>
  );
}

/** What people see and change of themselves. */
export function OwnAccountPage() {
  const t = useT();
  usePageTitle(t('Your account'));
  const { user } = useSession();
  const takesPasswords = useTakesPasswords();
  if (!user) return null;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('Your account')}</h1>
      </header>
      <dl className={styles.facts}>
        <dt>{t('Username')}</dt>
        <dd>{user.username}</dd>
        {user.email ? (
          <>
            <dt>{t('Email')}</dt>
            <dd>{user.email}</dd>
          </>
        ) : null}
        <dt>{t('Roles')}</dt>
        <dd>{Object.keys(user.roles).join(', ')}</dd>
      </dl>
      <NamePart user={user} />
      {takesPasswords ? (
        <>
          <PasswordPart />
          <SecondFactorPart />
          <PasskeysPart />
        </>
      ) : null}
      <IdentityPart />
      <DatabaseSignInsPart />
      <SessionsPart />
      <ApiKeysPart />
      <AgentsPart />
    </div>
  );
}

function NamePart({ user }: { readonly user: Pick<WireUser, 'firstName' | 'lastName'> }) {
  const t = useT();
  const change = useChange();
  const [first, setFirst] = useState(user.firstName);
  const [last, setLast] = useState(user.lastName);
  return (
    <Part
      title={t('Name')}
      failedTitle={t('The name could not be saved')}
      action={t('Save')}
      savedText={t('Saved')}
      change={change}
      isComplete={first !== user.firstName || last !== user.lastName}
      onSubmit={() => void change.send({ first_name: first, last_name: last })}
    >
      <FieldPair>
        <Field label={t('First name')} error={change.fields.first_name?.join(' ')}>
          {(ids) => <TextInput {...ids} value={first} maxLength={64} autoComplete="given-name" onChange={setFirst} />}
        </Field>
        <Field label={t('Last name')} error={change.fields.last_name?.join(' ')}>
          {(ids) => <TextInput {...ids} value={last} maxLength={64} autoComplete="family-name" onChange={setLast} />}
        </Field>
      </FieldPair>
    </Part>
  );
}

/** Whoever has the password elsewhere is told where it is changed. */
function PasswordPart() {
  const t = useT();
  const directory = useDirectoryName();
  const known = useOwnIdentities(directory !== null);
  const isElsewhere = known.data?.some(({ kind }) => kind === 'directory') === true;
  if (directory === null || known.error) return <OwnPassword />;
  if (!known.data) return null;
  if (!isElsewhere) return <OwnPassword />;
  return (
    <section className={styles.part} aria-label={t('Password')}>
      <h2>{t('Password')}</h2>
      <p className={textRoles.secondary}>
        {t('Your password is kept in {{name}}, and is changed there.', { name: directory })}
      </p>
    </section>
  );
}

function OwnPassword() {
  const t = useT();
  const change = useChange();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const submit = async () => {
    if (!(await change.send({ password, current_password: current }))) return;
    setCurrent('');
    setPassword('');
  };
  const input = (set: (text: string) => void, rest: Pick<TextInputProps, 'value' | 'autoComplete'>) => ({
    ...rest,
    type: 'password' as const,
    onChange: (text: string) => {
      change.reopen();
      set(text);
    },
  });
  return (
    <Part
      title={t('Password')}
      failedTitle={t('The password could not be changed')}
      action={t('Change password')}
      savedText={t('The password was changed, and every other browser is signed out.')}
      change={change}
      isComplete={current !== '' && password !== ''}
      onSubmit={() => void submit()}
    >
      <Field label={t('Current password')} error={change.fields.current_password?.join(' ')}>
        {(ids) => <TextInput {...ids} {...input(setCurrent, { value: current, autoComplete: 'current-password' })} />}
      </Field>
      <Field
        label={t('New password')}
        error={change.fields.password?.join(' ')}
        help={t('It signs you out everywhere but here.')}
      >
        {(ids) => <TextInput {...ids} {...input(setPassword, { value: password, autoComplete: 'new-password' })} />}
      </Field>
    </Part>
  );
}
