import { ErrorBox, Field, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';

export interface SignInValues {
  readonly username: string;
  readonly password: string;
}

interface SignInFieldsProps {
  readonly values: SignInValues;
  readonly onChange: (values: SignInValues) => void;
  readonly error: string | null;
}

/** User name and password, and what was wrong with them. */
export function SignInFields({ values, onChange, error }: SignInFieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t('User name')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={values.username}
            onChange={(username) => onChange({ ...values, username })}
            autoComplete="username"
            autoCapitalize="none"
            required
            autoFocus={values.username === ''}
          />
        )}
      </Field>
      <Field label={t('Password')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            value={values.password}
            onChange={(password) => onChange({ ...values, password })}
            autoComplete="current-password"
            required
            autoFocus={values.username !== ''}
          />
        )}
      </Field>
      {error ? <ErrorBox title={t('Signing in did not work')} text={error} /> : null}
    </>
  );
}
