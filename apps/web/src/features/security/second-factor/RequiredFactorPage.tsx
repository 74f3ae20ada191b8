import type { WireNewFactor } from '@powerset/contract';
import { Button, classNames, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useReloadSession } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses, BarePage, nextAddress, usePageTitle, useSession, useSignOut } from '../../../shell/index.ts';
import { BeginModal, CodesModal, ScanModal } from './modals.tsx';
import styles from './RequiredFactorPage.module.css';

type Step =
  | { readonly kind: 'begin' }
  | { readonly kind: 'confirm'; readonly factor: WireNewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/** Where a password alone opens nothing: a second factor is set up, and all is open. */
export function RequiredFactorPage() {
  const t = useT();
  usePageTitle(t('Second factor'));
  const { search } = useLocation();
  const navigate = useNavigate();
  const reload = useReloadSession();
  const signOut = useSignOut();
  const { bootstrap } = useSession();
  const [step, setStep] = useState<Step | null>(null);
  const next = nextAddress(search, addresses.home);
  if (!bootstrap.needsSecondFactor && step === null) return <Navigate to={next} replace />;
  // A dialog that led on to the next one does not close that.
  const close = (kind: Step['kind']) => () => setStep((last) => (last?.kind === kind ? null : last));
  const goOn = async () => {
    await reload();
    await navigate(next, { replace: true });
  };
  return (
    <BarePage>
      <h1>{t('Set up your second factor')}</h1>
      <p className={classNames(textRoles.secondary, styles.why)}>
        {t(
          'Here signing in asks for a code of an app on your phone as well: a password that somebody found out opens nothing.',
        )}
      </p>
      <div className={styles.ways}>
        <Button kind="primary" isBlock onClick={() => setStep({ kind: 'begin' })}>
          {t('Set it up')}
        </Button>
        <Button kind="text" isBlock onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
      {step?.kind === 'begin' ? (
        <BeginModal onBegun={(factor) => setStep({ kind: 'confirm', factor })} onClose={close('begin')} />
      ) : null}
      {step?.kind === 'confirm' ? (
        <ScanModal
          factor={step.factor}
          onConfirmed={(codes) => setStep({ kind: 'codes', codes })}
          onClose={close('confirm')}
        />
      ) : null}
      {step?.kind === 'codes' ? <CodesModal codes={step.codes} onClose={() => void goOn()} /> : null}
    </BarePage>
  );
}
