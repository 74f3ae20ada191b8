import { databaseSignInChannel } from '@powerset/contract';
import { useEffect, useRef } from 'react';
import type { SignInPlace } from './sign-in-place.ts';

/** Goes on once the person has signed in at a database's provider, whichever of the page's buttons led there. */
export function useSignedIn(place: SignInPlace | null, onBack: (() => void) | undefined): void {
  const goOn = useRef(onBack);
  goOn.current = onBack;
  const tabId = place?.tabId;
  useEffect(() => {
    if (tabId === undefined) return;
    const channel = new BroadcastChannel(databaseSignInChannel);
    channel.onmessage = ({ data }) => {
      if (data?.tabId === tabId) goOn.current?.();
    };
    return () => channel.close();
  }, [tabId]);
}
