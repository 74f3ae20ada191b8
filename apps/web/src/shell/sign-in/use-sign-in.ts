import { passkeyEndpoints, securityEndpoints } from '@powerset/contract';
import { useState } from 'react';
import { ApiError, api, errorText } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { showPasskey } from './authenticators.ts';
import type { FactorWays, SignInValues } from './SignInFields.tsx';

export interface SignInState {
  readonly error: string | null;
  readonly isBusy: boolean;
  /** The password was right, and something is asked for as well. */
  readonly ways: FactorWays | null;
  readonly signIn: (values: SignInValues) => Promise<void>;
  /** By a passkey alone, or beside what was typed. */
  readonly signInByPasskey: (values?: SignInValues) => Promise<void>;
}

/** What the server asks for besides the password; null for any other failure. */
function readWays(failure: unknown, username: string): FactorWays | null {
  if (!(failure instanceof ApiError) || failure.code !== 'SECOND_FACTOR_ERROR') return null;
  const said = failure.errors[0]?.extra.ways;
  const has = (way: string) => typeof said === 'object' && said !== null && Reflect.get(said, way) === true;
  return { username, code: has('code'), passkey: has('passkey') };
}

async function enterByPasskey(values?: SignInValues): Promise<void> {
  const body = values ? { username: values.username, password: values.password } : {};
  const { result } = await api.callEndpoint(passkeyEndpoints.ask, { body });
  const shown = await showPasskey(result);
  await api.callEndpoint(passkeyEndpoints.signIn, { body: shown }).catch((failure) => {
    if (!(failure instanceof ApiError) || failure.status !== 401) throw failure;
    throw new Error(t('This passkey did not sign you in. Try again, or use your password.'));
  });
}

/** Signs in by name and password or by a passkey, then does what follows; failures are in words. */
export function useSignIn(onSignedIn: () => Promise<void>): SignInState {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [ways, setWays] = useState<FactorWays | null>(null);
  /** Being asked for more is no error. */
  const attempt = async (enter: () => Promise<'in' | 'asked'>) => {
    setIsBusy(true);
    setError(null);
    try {
      if ((await enter()) === 'in') await onSignedIn();
    } catch (failure) {
      const isWrong = failure instanceof ApiError && failure.status === 401 && failure.code !== 'SECOND_FACTOR_ERROR';
      setError(isWrong ? t('The user name or the password is wrong.') : errorText(failure));
    } finally {
      setIsBusy(false);
    }
  };
  const byPassword = async (values: SignInValues): Promise<'in' | 'asked'> => {
    const { username, password, code } = values;
    const known = ways?.username === username ? ways : null;
    if (known && !known.code) {
      await enterByPasskey(values);
      return 'in';
    }
    const given = known && code.trim() !== '' ? { code: code.trim() } : {};
    try {
      await api.callEndpoint(securityEndpoints.signIn, { body: { username, password, ...given } });
      return 'in';
    } catch (failure) {
      const asked = readWays(failure, username);
      if (!asked || known) throw failure;
      setWays(asked);
      if (asked.code) return 'asked';
      await enterByPasskey(values);
      return 'in';
    }
  };
  return {
    ...{ error, isBusy, ways },
    signIn: (values) => attempt(() => byPassword(values)),
    signInByPasskey: (values) =>
      attempt(async () => {
        await enterByPasskey(values);
        return 'in';
      }),
  };
}
