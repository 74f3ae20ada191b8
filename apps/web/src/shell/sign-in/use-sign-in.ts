import { securityEndpoints } from '@powerset/contract';
import { useState } from 'react';
import { ApiError, api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import type { SignInValues } from './SignInFields.tsx';

export interface SignInState {
  readonly error: string | null;
  readonly isBusy: boolean;
  /** The password was right, and a code is asked for as well. */
  readonly needsCode: boolean;
  readonly signIn: (values: SignInValues) => Promise<void>;
}

/** Signs in by name and password, then does what follows; failures are in words. */
export function useSignIn(onSignedIn: () => Promise<void>): SignInState {
  const t = useT();
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const signIn = async ({ username, password, code }: SignInValues) => {
    setIsBusy(true);
    setError(null);
    try {
      await api.callEndpoint(securityEndpoints.signIn, {
        body: { username, password, ...(needsCode && code.trim() !== '' ? { code: code.trim() } : {}) },
      });
      await onSignedIn();
    } catch (failure) {
      const asksForCode = failure instanceof ApiError && failure.code === 'SECOND_FACTOR_ERROR';
      // Being asked for it is no error.
      if (asksForCode && !needsCode) return setNeedsCode(true);
      const isWrong = failure instanceof ApiError && failure.status === 401 && !asksForCode;
      setError(isWrong ? t('The user name or the password is wrong.') : errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  return { error, isBusy, needsCode, signIn };
}
