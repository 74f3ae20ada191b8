import type { WireNewFactor } from '@powerset/contract';
import { Button, classNames, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useReloadSession } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import {
  addresses,
  BarePage,
  nextAddress,
  usePageTitle,
  usePasskeys,
  useSession,
  useSignOut,
} from '../../../shell/index.ts';
import { BeginModal, CodesModal, ScanModal } from './modals.tsx';
import { AddPasskeyModal } from './passkey-modals.tsx';
import styles from './RequiredFactorPage.module.css';

type Step =
  | { readonly kind: 'begin' | 'passkey' }
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
  const mayAddPasskey = usePasskeys();
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
          'Here signing in asks for more than the password, which somebody may have found out: a code of an app, or a passkey.',
        )}
      </p>
      <div className={styles.ways}>
        <Button kind="primary" isBlock onClick={() => setStep({ kind: 'begin' })}>
          {t('Set it up')}
        </Button>
        {mayAddPasskey ? (
          <Button isBlock onClick={() => setStep({ kind: 'passkey' })}>
            {t('Add a passkey')}
          </Button>
        ) : null}
        <Button kind="text" isBlock onClick={() => void signOut()}>
          {t('Sign out')}
        </Button>
      </div>
      {step?.kind === 'begin' ? (
        <BeginModal onBegun={(factor) => setStep({ kind: 'confirm', factor })} onClose={close('begin')} />
      ) : null}
      {step?.kind === 'passkey' ? <AddPasskeyModal onAdded={() => void goOn()} onClose={close('passkey')} /> : null}
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
