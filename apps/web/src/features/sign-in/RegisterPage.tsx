import { registrationEndpoints } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, textRoles, UiLink } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { ApiError, api, errorText, useBootstrapQuery } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { addresses, BareForm, BarePage, usePageTitle } from '../../shell/index.ts';
import { NameFields } from './NameFields.tsx';

/** Asks for a link by which an account is made. */
export function RegisterPage() {
  const t = useT();
  usePageTitle(t('Make an account'));
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <BarePage>
      <h1>{t('Make an account')}</h1>
      {sentTo === null ? (
        <RegisterForm onSent={setSentTo} />
      ) : (
        <p role="status" className={textRoles.secondary}>
          {t('A mail is on its way to {{email}}. Its link holds for a day.', { email: sentTo })}
        </p>
      )}
      <p style={{ marginTop: 12 }}>
        <UiLink href={addresses.signIn}>{t('Back to signing in')}</UiLink>
      </p>
    </BarePage>
  );
}

function RegisterForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useT();
  const locale = useLanguage();
  const domains = useBootstrapQuery().data?.conf.REGISTRATION_DOMAINS;
  const allowed = Array.isArray(domains) && domains.length > 0 ? domains.join(', ') : null;
  const [names, setNames] = useState({ first: '', last: '' });
  const [email, setEmail] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const fields = error instanceof ApiError ? error.fields : {};
  const problem = error && Object.keys(fields).length === 0 ? errorText(error) : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    const asked = { first_name: names.first.trim(), last_name: names.last.trim(), email: email.trim() };
    try {
      await api.callEndpoint(registrationEndpoints.ask, { body: { ...asked, locale } });
      onSent(asked.email);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <BareForm onSubmit={submit}>
      <NameFields names={names} onChange={setNames} fields={fields} />
      <Field
        label={t('Email')}
        error={fields.email?.join(' ')}
        help={allowed === null ? undefined : t('An address of {{domains}}', { domains: allowed })}
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="email"
            value={email}
            onChange={setEmail}
            autoComplete="email"
            autoCapitalize="none"
            maxLength={254}
            required
          />
        )}
      </Field>
      {problem ? <ErrorBox title={t('The link could not be asked for')} text={problem} /> : null}
      <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
        {t('Send a link')}
      </Button>
    </BareForm>
  );
}
