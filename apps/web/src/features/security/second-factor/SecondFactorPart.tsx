import { secondFactorEndpoints, type WireNewFactor, type WireSecondFactor } from '@powerset/contract';
import { Button, Skeleton, textRoles } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../../i18n/index.ts';
import styles from '../OwnAccountPage.module.css';
import { BeginModal, CodesModal, RenewModal, ScanModal, SwitchOffModal } from './modals.tsx';
import { factorKey, useOwnPasskeys } from './use-own-passkeys.ts';

type Step =
  | { readonly kind: 'begin' | 'renew' | 'off' }
  | { readonly kind: 'confirm'; readonly factor: WireNewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Whether signing in asks for a code besides the password: switched on, renewed and off here. */
export function SecondFactorPart() {
  const t = useT();
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const known = useQuery({
    queryKey: factorKey,
    queryFn: async ({ signal }) => (await api.callEndpoint(secondFactorEndpoints.read, { signal })).result,
  });
  // A dialog that led on to the next one does not close that.
  const close = (kind: Step['kind']) => () => setStep((last) => (last?.kind === kind ? null : last));
  const reload = () => void queryClient.invalidateQueries({ queryKey: factorKey });
  const showCodes = (codes: readonly string[]) => {
    reload();
    setStep({ kind: 'codes', codes });
  };
  return (
    <section className={styles.part} aria-label={t('Second factor')}>
      <h2>{t('Second factor')}</h2>
      <p className={textRoles.secondary}>
        {t(
          'Signing in asks for a code of an app on your phone as well: a password that somebody found out opens nothing.',
        )}
      </p>
      {known.error ? (
        <LoadFailure
          title={t('The second factor could not be looked up.')}
          error={known.error}
          onRetry={() => void known.refetch()}
        />
      ) : null}
      {known.isPending ? (
        <div className={styles.foot} role="status" aria-label={t('Loading')}>
          <Skeleton width={240} height={32} />
        </div>
      ) : null}
      {known.data ? (
        <FactorFoot factor={known.data} onStep={(kind: 'begin' | 'renew' | 'off') => setStep({ kind })} />
      ) : null}
      {step?.kind === 'begin' ? (
        <BeginModal onBegun={(factor) => setStep({ kind: 'confirm', factor })} onClose={close('begin')} />
      ) : null}
      {step?.kind === 'confirm' ? (
        <ScanModal factor={step.factor} onConfirmed={showCodes} onClose={close('confirm')} />
      ) : null}
      {step?.kind === 'codes' ? <CodesModal codes={step.codes} onClose={close('codes')} /> : null}
      {step?.kind === 'renew' ? <RenewModal onRenewed={showCodes} onClose={close('renew')} /> : null}
      {step?.kind === 'off' ? <SwitchOffModal onDone={reload} onClose={close('off')} /> : null}
    </section>
  );
}

interface FactorFootProps {
  readonly factor: WireSecondFactor;
  readonly onStep: (kind: 'begin' | 'renew' | 'off') => void;
}

function FactorFoot({ factor, onStep }: FactorFootProps) {
  const t = useT();
  const language = useLanguage();
  const keys = useOwnPasskeys().data ?? [];
  const since = parseServerTime(factor.confirmed_on);
  if (!factor.is_on)
    return (
      <div className={styles.foot}>
        <Button onClick={() => onStep('begin')}>{t('Switch on')}</Button>
        <span role="status" className={textRoles.secondary}>
          {keys.length > 0
            ? t('Off: after your password a passkey is asked for.')
            : t('Off: your password alone signs you in.')}
        </span>
      </div>
    );
  return (
    <>
      <p role="status">
        {since === null ? null : t('On since {{when}}.', { when: formatWhen(since, Date.now(), language) })}{' '}
        {t('Recovery codes left: {{count}}.', { count: factor.recovery_codes_left })}
      </p>
      <div className={styles.foot}>
        <Button onClick={() => onStep('renew')}>{t('New recovery codes')}</Button>
        {factor.is_required ? null : <Button onClick={() => onStep('off')}>{t('Switch off')}</Button>}
      </div>
    </>
  );
}
