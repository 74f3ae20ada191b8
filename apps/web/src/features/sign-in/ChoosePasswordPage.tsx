import { securityEndpoints } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, UiLink } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api, errorText, useBootstrapQuery, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BareForm } from '../../shell/index.ts';
import { LinkPage } from './LinkPage.tsx';

/** Chooses the password of the person that a link is for. */
export function ChoosePasswordPage() {
  const t = useT();
  const sendsMail = useBootstrapQuery().data?.conf.SENDS_MAIL === 1;
  return (
    <LinkPage
      title={t('Choose a password')}
      name="password-link"
      read={async (token, signal) =>
        (await api.callEndpoint(securityEndpoints.readPasswordLink, { body: { token }, signal })).result
      }
      another={
        sendsMail ? (
          <UiLink href={addresses.forgotPassword}>{t('Ask for another link')}</UiLink>
        ) : (
          t('Ask an administrator for another link.')
        )
      }
    >
      {({ username }, token) => <PasswordForm token={token} username={username} />}
    </LinkPage>
  );
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
      // It is changed by now: whoever is asked for a second factor goes on where that is asked for.
      const isIn = await api.callEndpoint(securityEndpoints.signIn, { body: { username, password } }).then(
        () => true,
        () => false,
      );
      await reload();
      await navigate(isIn ? addresses.home : addresses.signIn, { replace: true });
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
