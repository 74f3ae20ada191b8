import type { NewPasskey, ShownPasskey, WirePasskeyQuestion, WirePasskeyWish } from '@powerset/contract';
import { t } from '../../i18n/index.ts';

/** What talks to authenticators comes when somebody wants one. */
const loadBrowserSide = () => import('@simplewebauthn/browser');

/** Whether this browser has passkeys at this address. */
export function hasAuthenticators(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Asks an authenticator to make a passkey. */
export async function makePasskey(wish: WirePasskeyWish): Promise<Omit<NewPasskey, 'name'>> {
  const { startRegistration } = await loadBrowserSide();
  const made = await startRegistration({
    optionsJSON: {
      ...wish,
      pubKeyCredParams: [...wish.pubKeyCredParams],
      excludeCredentials: wish.excludeCredentials.map(toAsked),
    },
  }).catch(explain);
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  return { id: made.id, client_data: clientDataJSON, attestation: attestationObject, transports: [...transports] };
}

/** Asks an authenticator to show one. */
export async function showPasskey(question: WirePasskeyQuestion): Promise<ShownPasskey> {
  const { startAuthentication } = await loadBrowserSide();
  const shown = await startAuthentication({
    optionsJSON: { ...question, allowCredentials: question.allowCredentials.map(toAsked) },
  }).catch(explain);
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response;
  return {
    ...{ id: shown.id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature },
    ...(userHandle ? { user_handle: userHandle } : {}),
  };
}

const toAsked = ({ transports, ...key }: WirePasskeyQuestion['allowCredentials'][number]) => ({
  ...key,
  transports: [...transports],
});

/** Browsers say little of why nothing came: that somebody left it, took too long, or has a passkey there already. */
function explain(error: unknown): never {
  const isKnown = error instanceof Error && error.name === 'InvalidStateError';
  throw new Error(
    isKnown ? t('There is a passkey of yours on it already.') : t('Your browser brought no passkey. Try again.'),
  );
}
