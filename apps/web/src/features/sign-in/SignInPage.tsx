import { Button, UiLink } from '@powerset/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useBootstrapQuery, useReloadSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import {
  addresses,
  BareForm,
  BarePage,
  nextAddress,
  PasskeyButton,
  SignInFields,
  type SignInValues,
  tellTabs,
  usePageTitle,
  useSignIn,
  useTakesPasswords,
  useUserId,
} from '../../shell/index.ts';
import styles from './SignInPage.module.css';
import { SingleSignOn } from './SingleSignOn.tsx';

/** User name, password and what proves the person besides. */
export function SignInPage() {
  const t = useT();
  usePageTitle(t('Sign in'));
  const userId = useUserId();
  const { search } = useLocation();
  const navigate = useNavigate();
  const reload = useReloadSession();
  const takesPasswords = useTakesPasswords();
  const conf = useBootstrapQuery().data?.conf;
  const { error, isBusy, ways, signIn, signInByPasskey } = useSignIn(async () => {
    await reload();
    await navigate(nextAddress(search, addresses.home), { replace: true });
  });
  const [values, setValues] = useState<SignInValues>({ username: '', password: '', code: '' });
  // Whoever comes back from an identity provider may have been waited for in another tab.
  useEffect(() => {
    if (userId !== null) tellTabs('signed-in');
  }, [userId]);
  if (userId !== null && !isBusy) return <Navigate to={nextAddress(search, addresses.home)} replace />;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void signIn(values);
  };
  return (
    <BarePage>
      <h1>{t('Sign in')}</h1>
      {takesPasswords ? (
        <BareForm onSubmit={onSubmit}>
          <SignInFields
            {...{ values, error, ways }}
            onChange={setValues}
            onPasskey={() => void signInByPasskey(values)}
          />
          <Button kind="primary" type="submit" isBusy={isBusy} isBlock>
            {t('Sign in')}
          </Button>
          <PasskeyButton isBusy={isBusy} onPress={() => void signInByPasskey()} />
        </BareForm>
      ) : null}
      <p className={styles.links}>
        {takesPasswords && conf?.SENDS_MAIL === 1 ? (
          <UiLink href={addresses.forgotPassword}>{t('Forgotten password?')}</UiLink>
        ) : null}
        {conf?.REGISTRATION === 1 ? <UiLink href={addresses.register}>{t('Make an account')}</UiLink> : null}
      </p>
      <SingleSignOn search={search} />
    </BarePage>
  );
}
