import { securityEndpoints } from '@powerset/contract';
import { Button, ErrorBox, Field, ListSkeleton, TextInput, textRoles, UiLink } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError, api, errorText, useBootstrapQuery, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BareForm, BarePage, ErrorView, usePageTitle } from '../../shell/index.ts';

/** Chooses the password of the person that a link is for; the link's token stands after the sign of a place in the page. */
export function ChoosePasswordPage() {
  const t = useT();
  usePageTitle(t('Choose a password'));
  const sendsMail = useBootstrapQuery().data?.conf.SENDS_MAIL === 1;
  const token = useLocation().hash.slice(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['password-link', token],
    queryFn: ({ signal }) => readLink(token, signal),
    retry: false,
    refetchOnWindowFocus: false,
  });
  return (
    <BarePage>
      <h1>{t('Choose a password')}</h1>
      {data === undefined && !error ? <ListSkeleton rows={3} /> : null}
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
            {sendsMail ? (
              <UiLink href={addresses.forgotPassword}>{t('Ask for another link')}</UiLink>
            ) : (
              t('Ask an administrator for another link.')
            )}
          </p>
        </>
      ) : null}
      {data ? <PasswordForm token={token} username={data.username} /> : null}
    </BarePage>
  );
}

/** Null for a link that does not hold. */
async function readLink(token: string, signal: AbortSignal) {
  try {
    return (await api.callEndpoint(securityEndpoints.readPasswordLink, { body: { token }, signal })).result;
  } catch (error) {
    if (error instanceof ApiError && [400, 404].includes(error.status)) return null;
    throw error;
  }
}

function PasswordForm({ token, username }: { readonly token: string; readonly username: string }) {
  const t = useT();
  const navigate = useNavigate();
  const reload = useReloadSession();
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const problem = error && !fields.password ? errorText(error) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.usePasswordLink, { body: { token, password } });
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
      <Field label={t('User name')}>
        {(ids) => <TextInput {...ids} value={username} autoComplete="username" readOnly onChange={() => undefined} />}
      </Field>
      <Field
        label={t('New password')}
        error={fields.password?.join(' ')}
        help={t('It signs you out wherever you are signed in.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            value={password}
            onChange={setPassword}
            autoComplete="new-password"
            required
            autoFocus
          />
        )}
      </Field>
      {problem ? <ErrorBox title={t('The password could not be changed')} text={problem} /> : null}
      <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
        {t('Save and sign in')}
      </Button>
    </BareForm>
  );
}
