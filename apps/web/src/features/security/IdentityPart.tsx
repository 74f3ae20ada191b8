import { securityEndpoints } from '@powerset/contract';
import { Button, ErrorBox, textRoles } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api, errorText } from '../../api/index.ts';
import { LoadFailure } from '../../controls/load-failure/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../i18n/index.ts';
import { failureOf, type SignInWay, singleSignOnWords, useSignInWays, useTakesPasswords } from '../../shell/index.ts';
import styles from './OwnAccountPage.module.css';
import { identitiesKey, useOwnIdentities } from './use-own-identities.ts';

/** Who one is at each identity provider, where there is one: connected, or not yet. */
export function IdentityPart() {
  return useSignInWays().map((way) => <Identity key={way.kind} way={way} />);
}

function Identity({ way }: { readonly way: SignInWay }) {
  const { kind, name } = way;
  const t = useT();
  const language = useLanguage();
  const takesPasswords = useTakesPasswords();
  const { search } = useLocation();
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const known = useOwnIdentities();
  const said = failureOf(way, search);
  const failure = said !== null && said !== 'connected' ? said : null;
  const connect = () => location.assign(way.addressTo({ connect: 'true' }));
  const disconnect = async () => {
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.disconnectIdentity, { query: { kind } });
      await queryClient.invalidateQueries({ queryKey: identitiesKey });
    } catch (problem) {
      setError(errorText(problem));
    }
  };
  const notConnected = takesPasswords
    ? t('Not connected: you sign in with your password.')
    : t('Not connected: once this session has ended you do not come in again.');
  const first = known.data?.find((one) => one.kind === kind);
  const since = parseServerTime(first?.created_on);
  return (
    <section className={styles.part} aria-label={t('Sign in with {{name}}', { name })}>
      <h2>{t('Sign in with {{name}}', { name })}</h2>
      {known.error ? (
        <LoadFailure
          title={t('The connection could not be looked up.')}
          error={known.error}
          onRetry={() => void known.refetch()}
        />
      ) : null}
      {failure ? <ErrorBox title={t('Connecting did not work')} text={singleSignOnWords(t, failure, name)} /> : null}
      {error === null ? null : <ErrorBox title={t('Disconnecting did not work')} text={error} />}
      {known.data ? (
        <div className={styles.foot}>
          {first && takesPasswords ? <Button onClick={() => void disconnect()}>{t('Disconnect')}</Button> : null}
          {first ? null : <Button onClick={connect}>{t('Connect')}</Button>}
          <span role="status" className={textRoles.secondary}>
            {first && since !== null
              ? t('Connected: {{when}}', { when: formatWhen(since, Date.now(), language) })
              : notConnected}
          </span>
        </div>
      ) : null}
    </section>
  );
}
