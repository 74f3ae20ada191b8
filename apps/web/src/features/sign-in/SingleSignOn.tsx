import { securityEndpoints, urlOf } from '@powerset/contract';
import { Button, ErrorBox } from '@powerset/ui';
import { useBootstrapQuery } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, nextAddress, singleSignOnWords, useTakesPasswords } from '../../shell/index.ts';
import styles from './SingleSignOn.module.css';

/** The way to the identity provider, where there is one, and why the last one led nowhere. */
export function SingleSignOn({ search }: { readonly search: string }) {
  const t = useT();
  const takesPasswords = useTakesPasswords();
  const label = useBootstrapQuery().data?.conf.OIDC_LABEL;
  if (typeof label !== 'string') return null;
  const failure = new URLSearchParams(search).get('sso');
  const next = nextAddress(search, addresses.home);
  const start = () => location.assign(urlOf(securityEndpoints.startSingleSignOn, { query: { next } }));
  return (
    <div className={styles.way}>
      {failure ? <ErrorBox title={t('Signing in did not work')} text={singleSignOnWords(t, failure, label)} /> : null}
      <Button kind={takesPasswords ? undefined : 'primary'} isBlock onClick={start}>
        {t('Sign in with {{name}}', { name: label })}
      </Button>
    </div>
  );
}
