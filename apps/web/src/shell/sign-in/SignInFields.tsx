import { Button, ErrorBox, Field, TextInput, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { useDirectoryName } from './use-directory-name.ts';

export interface SignInValues {
  readonly username: string;
  readonly password: string;
  /** Of an authenticator, or for recovery. */
  readonly code: string;
}

/** What a right password is not enough without. */
export interface FactorWays {
  readonly username: string;
  readonly code: boolean;
  readonly passkey: boolean;
}

interface SignInFieldsProps {
  readonly values: SignInValues;
  readonly onChange: (values: SignInValues) => void;
  readonly error: string | null;
  /** What is asked for besides, once the password was right. */
  readonly ways: FactorWays | null;
  /** Shows a passkey instead of a code. */
  readonly onPasskey: () => void;
}

/** User name and password, then the code of a second factor, and what was wrong with them. */
export function SignInFields({ values, onChange, error, ways, onPasskey }: SignInFieldsProps) {
  const t = useT();
  const directory = useDirectoryName();
  return (
    <>
      {directory === null ? null : (
        <p className={textRoles.secondary}>
          {t('Your name and password of {{name}} sign you in.', { name: directory })}
        </p>
      )}
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
      {ways?.code ? (
        <Field
          label={t('Code')}
          help={t('From your authenticator app. Without it, one of your recovery codes signs you in as well.')}
        >
          {(ids) => (
            <TextInput
              {...ids}
              value={values.code}
              onChange={(code) => onChange({ ...values, code })}
              autoComplete="one-time-code"
              autoCapitalize="none"
              required
              autoFocus
            />
          )}
        </Field>
      ) : null}
      {ways?.code && ways.passkey ? (
        <Button kind="text" onClick={onPasskey}>
          {t('Use a passkey instead')}
        </Button>
      ) : null}
      {error ? <ErrorBox title={t('Signing in did not work')} text={error} /> : null}
    </>
  );
}
