import { securityEndpoints } from '@powerset/contract';
import { useState } from 'react';
import { ApiError, api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';

export interface SignInState {
  readonly error: string | null;
  readonly isBusy: boolean;
  readonly signIn: (username: string, password: string) => Promise<void>;
}

/** Signs in by name and password, then does what follows; failures are in words. */
export function useSignIn(onSignedIn: () => Promise<void>): SignInState {
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const signIn = async (username: string, password: string) => {
    setIsBusy(true);
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.signIn, { body: { username, password } });
      await onSignedIn();
    } catch (failure) {
      const isWrong = failure instanceof ApiError && failure.status === 401;
      setError(isWrong ? t('The user name or the password is wrong.') : errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return { error, isBusy, signIn };
}
