import { securityEndpoints } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, textRoles, UiLink } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { api, errorText, useBootstrapQuery } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { addresses, BareForm, BarePage, usePageTitle } from '../../shell/index.ts';

/** Asks for a link by which a new password is chosen, where links can be mailed. */
export function ForgotPasswordPage() {
  const t = useT();
  usePageTitle(t('Forgotten password'));
  const conf = useBootstrapQuery().data?.conf;
  return (
    <BarePage>
      <h1>{t('Forgotten password')}</h1>
      {conf && conf.SENDS_MAIL !== 1 ? (
        <p className={textRoles.secondary}>
          {t('This server sends no links. Ask an administrator for one, or change your password where you sign in.')}
        </p>
      ) : (
        <AskForm />
      )}
      <p style={{ marginTop: 12 }}>
        <UiLink href={addresses.signIn}>{t('Back to signing in')}</UiLink>
      </p>
    </BarePage>
  );
}

function AskForm() {
  const t = useT();
  const locale = useLanguage();
  const [name, setName] = useState('');
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.askPasswordReset, { body: { name: name.trim(), locale } });
      setIsSent(true);
    } catch (failure) {
      setError(errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  if (isSent)
    return (
      <p role="status" className={textRoles.secondary}>
        {t('If somebody has this name or address, a link is on its way there. It holds for an hour.')}
      </p>
    );
  return (
    <BareForm onSubmit={submit}>
      <Field label={t('User name or e-mail address')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={name}
            onChange={setName}
            autoComplete="username"
            autoCapitalize="none"
            maxLength={320}
            required
            autoFocus
          />
        )}
      </Field>
      {error ? <ErrorBox title={t('The link could not be asked for')} text={error} /> : null}
      <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
        {t('Send a link')}
      </Button>
    </BareForm>
  );
}
