import { securityEndpoints } from '@powerset/contract';
import { Button, ErrorBox, Field, TextInput, type TextInputProps, textRoles } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ApiError, api, errorText, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BareForm, BarePage, usePageTitle, useSession } from '../../shell/index.ts';
import { type SetUpForm, tokenFrom, toSetUpBody } from './set-up-form.ts';

function useSetUp(form: SetUpForm) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const reload = useReloadSession();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.setUp, { body: toSetUpBody(form) });
      await reload();
      await navigate(addresses.home, { replace: true });
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  const fields = error instanceof ApiError ? error.fields : {};
  const general = error && Object.keys(fields).length === 0 ? errorText(error) : null;
  return { isBusy, submit, fields, general };
}

interface SetUpFieldProps extends Omit<TextInputProps, 'form' | 'onChange'> {
  readonly name: keyof SetUpForm;
  readonly label: string;
  readonly help?: string;
  readonly isOptional?: boolean;
}

/** One form: who will run this installation. */
export function SetUpPage() {
  const t = useT();
  usePageTitle(t('Set up'));
  const location = useLocation();
  const { bootstrap } = useSession();
  const [form, setForm] = useState<SetUpForm>(() => ({
    token: tokenFrom(location),
    username: '',
    password: '',
    first_name: '',
    last_name: '',
    email: '',
  }));
  const { isBusy, submit, fields, general } = useSetUp(form);
  if (!bootstrap.needsSetUp && !isBusy) return <Navigate to={addresses.home} replace />;
  const hadToken = tokenFrom(location) !== '' && !fields.token;
  const input = ({ name, label, help, isOptional, ...rest }: SetUpFieldProps) => (
    <Field
      key={name}
      label={label}
      note={isOptional ? t('Optional') : undefined}
      error={fields[name]?.join(' ')}
      help={help}
    >
      {(ids) => (
        <TextInput
          {...ids}
          {...rest}
          name={name}
          value={form[name]}
          onChange={(value) => setForm({ ...form, [name]: value })}
          required={!isOptional}
        />
      )}
    </Field>
  );
  return (
    <BarePage>
      <h1>{t('Create the first account')}</h1>
      <p className={textRoles.secondary} style={{ marginTop: 4 }}>
        {t('It may do everything.')}
      </p>
      <BareForm onSubmit={submit} noValidate>
        {hadToken
          ? null
          : input({
              name: 'token',
              label: t('Set-up token'),
              help: t('The terminal printed it when the server started.'),
              autoFocus: true,
            })}
        {input({
          name: 'username',
          label: t('User name'),
          autoComplete: 'username',
          autoCapitalize: 'none',
          autoFocus: hadToken,
        })}
        {input({ name: 'password', label: t('Password'), type: 'password', autoComplete: 'new-password' })}
        <div style={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 }}>
          {input({ name: 'first_name', label: t('First name'), isOptional: true, autoComplete: 'given-name' })}
          {input({ name: 'last_name', label: t('Last name'), isOptional: true, autoComplete: 'family-name' })}
        </div>
        {input({ name: 'email', label: t('Email'), type: 'email', isOptional: true, autoComplete: 'email' })}
        {general ? <ErrorBox title={t('The account could not be created')} text={general} /> : null}
        <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
          {t('Create account')}
        </Button>
      </BareForm>
    </BarePage>
  );
}
