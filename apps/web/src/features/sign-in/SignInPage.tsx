import { Button, ErrorBox, Field, TextInput } from '@powerset/ui';
import { type FormEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ApiError, api, errorText, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, BrandMark, usePageTitle, useUserId } from '../../shell/index.ts';
import { nextAddress } from './next-address.ts';

function useSignIn() {
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const reload = useReloadSession();
  const { search } = useLocation();
  const signIn = async (username: string, password: string) => {
    setIsBusy(true);
    setError(null);
    try {
      await api.request('/api/v1/security/sign_in', {
        method: 'POST',
        body: { username, password },
        isCsrfExempt: true,
      });
      await reload();
      await navigate(nextAddress(search, addresses.home), { replace: true });
    } catch (failure) {
      const isWrong = failure instanceof ApiError && failure.status === 401;
      setError(isWrong ? t('The user name or the password is wrong.') : errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return { error, isBusy, signIn };
}

/** User name and password. */
export function SignInPage() {
  const t = useT();
  usePageTitle(t('Sign in'));
  const userId = useUserId();
  const { search } = useLocation();
  const { error, isBusy, signIn } = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  if (userId !== null && !isBusy) return <Navigate to={nextAddress(search, addresses.home)} replace />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void signIn(username, password);
  };
  return (
    <div className="bare">
      <div className="bare__brand">
        <BrandMark size={28} />
        Powerset
      </div>
      <div className="ps-card bare__card">
        <h1>{t('Sign in')}</h1>
        <form className="bare__form" onSubmit={onSubmit}>
          <Field label={t('User name')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={username}
                onChange={setUsername}
                autoComplete="username"
                autoCapitalize="none"
                required
                autoFocus
              />
            )}
          </Field>
          <Field label={t('Password')}>
            {(ids) => (
              <TextInput
                {...ids}
                type="password"
                value={password}
                onChange={setPassword}
                autoComplete="current-password"
                required
              />
            )}
          </Field>
          {error ? <ErrorBox title={t('Signing in did not work')} text={error} /> : null}
          <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
            {t('Sign in')}
          </Button>
        </form>
      </div>
    </div>
  );
}
