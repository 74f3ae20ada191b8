import type { WireUser } from '@powerset/contract';
import { Button, Modal, textRoles } from '@powerset/ui';
import { useEffect, useState } from 'react';
import { useRenewSession } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses } from '../navigation.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { SignInFields, type SignInValues } from './SignInFields.tsx';
import { listenToTabs, type SignedOutReason, signedOut, tellTabs } from './signed-out.ts';
import { useSignIn } from './use-sign-in.ts';
import { type SignInWay, useSignInWays } from './use-sign-in-ways.ts';
import { useTakesPasswords } from './use-takes-passwords.ts';

interface SignInAgainProps {
  readonly user: WireUser;
  readonly reason: SignedOutReason;
}

/** In another tab, which tells this one when it comes back. */
function openWay(way: SignInWay | undefined): void {
  if (way) window.open(way.addressTo({ next: addresses.signIn }), '_blank');
}

/** The session is over and the page stays as it is: whoever works here signs in again, and what waited goes on. */
export function SignInAgain({ user, reason }: SignInAgainProps) {
  const t = useT();
  const renew = useRenewSession();
  const providers = useSignInWays();
  const [first] = providers;
  const takesPasswords = useTakesPasswords();
  const [values, setValues] = useState<SignInValues>({ username: user.username, password: '', code: '' });
  const goOn = async () => {
    const fresh = await renew();
    if (!fresh) return;
    // What is on the page belongs to somebody else.
    if (fresh.userId !== user.userId) return location.reload();
    signedOut.settle(true);
  };
  const { error, isBusy, ways, signIn, signInByPasskey } = useSignIn(async () => {
    await goOn();
    tellTabs('signed-in');
  });
  useEffect(() => listenToTabs((message) => message === 'signed-in' && void goOn()));
  const leave = () => location.assign(addresses.signIn);
  return (
    <Modal
      title={reason === 'elsewhere' ? t('You signed out in another tab') : t('Your session has ended')}
      onClose={leave}
      isSticky
      onSubmit={() => (takesPasswords ? void signIn(values) : openWay(first))}
      foot={
        <>
          <Button onClick={leave}>{t('Leave this page')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {takesPasswords ? t('Sign in') : t('Sign in with {{name}}', { name: String(first?.name) })}
          </Button>
        </>
      }
    >
      <p className={textRoles.secondary}>{t('Sign in to go on where you were. Nothing on this page is lost.')}</p>
      {takesPasswords ? (
        <>
          <SignInFields
            {...{ values, error, ways }}
            onChange={setValues}
            onPasskey={() => void signInByPasskey(values)}
          />
          <PasskeyButton isBusy={isBusy} onPress={() => void signInByPasskey()} />
        </>
      ) : null}
      {(takesPasswords ? providers : providers.slice(1)).map((way) => (
        <Button key={way.kind} isBlock onClick={() => openWay(way)}>
          {t('Sign in with {{name}}', { name: way.name })}
        </Button>
      ))}
    </Modal>
  );
}
