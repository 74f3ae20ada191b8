import { databaseSignInChannel } from '@powerset/contract';
import { Button } from '@powerset/ui';
import { useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import type { SignInPlace } from './sign-in-place.ts';

interface DatabaseSignInProps {
  readonly place: SignInPlace;
  /** Asks again. */
  readonly onBack: () => void;
}

/** Opens the provider's page beside this one, which goes on by itself once the person has signed in there. */
export function DatabaseSignIn({ place: { url, tabId }, onBack }: DatabaseSignInProps) {
  const t = useT();
  const goOn = useRef(onBack);
  goOn.current = onBack;
  useEffect(() => {
    const channel = new BroadcastChannel(databaseSignInChannel);
    channel.onmessage = ({ data }) => {
      if (data?.tabId === tabId) goOn.current();
    };
    return () => channel.close();
  }, [tabId]);
  return (
    <Button size="small" kind="primary" onClick={() => void window.open(url, '_blank')}>
      {t('Sign in')}
    </Button>
  );
}
