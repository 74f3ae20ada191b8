import { registrationEndpoints, securityEndpoints, type WireRegistration } from '@powerset/contract';
import { Button, ErrorBox, Field, ListSkeleton, TextInput, textRoles, UiLink } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, api, errorText, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BareForm, BarePage, ErrorView, usePageTitle } from '../../shell/index.ts';
import { NameFields } from './NameFields.tsx';

type Asked = Pick<WireRegistration, 'username' | 'first_name' | 'last_name' | 'email'>;

/** Makes the account that a link is for; the link's token stands after the sign of a place in the page. */
export function ActivationPage() {
  const t = useT();
  usePageTitle(t('Make an account'));
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['registration-link', token],
    queryFn: ({ signal }) => readLink(token, signal),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <BarePage>
      <h1>{t('Make an account')}</h1>
      {data === undefined && !error ? <ListSkeleton rows={4} /> : null}
      {error ? (
        <ErrorView
          error={error}
          title={t('The link could not be read')}
          actions={
            <Button size="small" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          }
        />
      ) : null}
      {data === null ? (
        <>
          <p className={textRoles.secondary}>
            {t('This link no longer holds: it was used, is too old, or another was sent since.')}
          </p>
          <p style={{ marginTop: 12 }}>
            <UiLink href={addresses.register}>{t('Ask for another link')}</UiLink>
          </p>
        </>
      ) : null}
      {data ? <AccountForm token={token} asked={data} /> : null}
    </BarePage>
  );
}

/** Null for a link that does not hold. */
async function readLink(token: string, signal: AbortSignal) {
  try {
    return (await api.callEndpoint(registrationEndpoints.read, { body: { token }, signal })).result;
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

function AccountForm({ token, asked }: { readonly token: string; readonly asked: Asked }) {
  const t = useT();
  const navigate = useNavigate();
  const reload = useReloadSession();
  const [names, setNames] = useState({ first: asked.first_name, last: asked.last_name });
  const [username, setUsername] = useState(asked.username);
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const problem = error && Object.keys(fields).length === 0 ? errorText(error) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    const body = { token, username, password, first_name: names.first.trim(), last_name: names.last.trim() };
    try {
      await api.callEndpoint(registrationEndpoints.activate, { body });
      await api.callEndpoint(securityEndpoints.signIn, { body: { username, password } });
      await reload();
      await navigate(addresses.home, { replace: true });
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <BareForm onSubmit={submit}>
      <p className={textRoles.secondary} dir="auto">
        {asked.email}
      </p>
      <NameFields names={names} onChange={setNames} fields={fields} />
      <Field label={t('User name')} error={fields.username?.join(' ')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={username}
            onChange={setUsername}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={64}
            required
          />
        )}
      </Field>
      <Field label={t('Password')} error={fields.password?.join(' ')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      {problem ? <ErrorBox title={t('The account could not be made')} text={problem} /> : null}
      <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
        {t('Save and sign in')}
      </Button>
    </BareForm>
  );
}
