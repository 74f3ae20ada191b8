import { registrationEndpoints, securityEndpoints, type WireRegistration } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, textRoles, UiLink } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api, errorText, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BareForm } from '../../shell/index.ts';
import { LinkPage } from './LinkPage.tsx';
import { NameFields } from './NameFields.tsx';

type Asked = Pick<WireRegistration, 'username' | 'first_name' | 'last_name' | 'email'>;

/** Makes the account that a link is for. */
export function ActivationPage() {
  const t = useT();
  return (
    <LinkPage
      title={t('Make an account')}
      name="registration-link"
      read={async (token, signal) =>
        (await api.callEndpoint(registrationEndpoints.read, { body: { token }, signal })).result
      }
      another={<UiLink href={addresses.register}>{t('Ask for another link')}</UiLink>}
    >
      {(asked, token) => <AccountForm token={token} asked={asked} />}
    </LinkPage>
  );
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
