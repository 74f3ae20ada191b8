import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';

/** What a page of ours, and no other, was to have signed. */
export interface PasskeyExpected {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  /** The authenticator must have made sure who is there, by a PIN or a finger. */
  readonly mustVerify: boolean;
}

/** The key of an authenticator that has just made it, as a browser sends it. */
export interface NewPasskeyTask {
  readonly kind: 'new-passkey';
  readonly id: string;
  readonly clientData: string;
  readonly attestation: string;
  readonly algorithms: readonly number[];
  readonly expected: PasskeyExpected;
}

/** What an authenticator has signed with a key that is known. */
export interface ShownPasskeyTask {
  readonly kind: 'shown-passkey';
  readonly id: string;
  readonly clientData: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly expected: PasskeyExpected;
}

/** Why it is not believed, for who runs the server. */
interface Unbelieved {
  readonly problem: string;
}

export type NewPasskeyAnswer =
  | { readonly id: string; readonly publicKey: string; readonly counter: number }
  | Unbelieved;
export type ShownPasskeyAnswer = { readonly counter: number } | Unbelieved;

const longestProblem = 300;

/** Callers send whatever they like: nothing that its reader stumbles over is more than not believed. */
async function believed<Answer>(read: () => Promise<Answer>): Promise<Answer | Unbelieved> {
  try {
    return await read();
  } catch (error) {
    return { problem: String(error instanceof Error ? error.message : error).slice(0, longestProblem) };
  }
}

/** In a thread: reads a new key, and checks that it was made for a page of ours. */
export function readNewPasskey(task: NewPasskeyTask): Promise<NewPasskeyAnswer> {
  const { challenge, origin, rpId, mustVerify } = task.expected;
  return believed(async () => {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: {
        ...{ id: task.id, rawId: task.id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON: task.clientData, attestationObject: task.attestation },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      ...{ requireUserVerification: mustVerify, supportedAlgorithmIDs: [...task.algorithms] },
    });
    if (!verified) return { problem: 'its signature is wrong' };
    const { id, publicKey, counter } = info.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  });
}

/** In a thread: checks that a known key signed what a page of ours asked for. */
export function readShownPasskey(task: ShownPasskeyTask): Promise<ShownPasskeyAnswer> {
  const { challenge, origin, rpId, mustVerify } = task.expected;
  return believed(async () => {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: {
        ...{ id: task.id, rawId: task.id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: task.clientData,
          authenticatorData: task.authenticatorData,
          signature: task.signature,
        },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      credential: {
        id: task.id,
        publicKey: new Uint8Array(Buffer.from(task.publicKey, 'base64url')),
        counter: task.counter,
      },
      requireUserVerification: mustVerify,
    });
    return verified ? { counter: info.newCounter } : { problem: 'its signature is wrong' };
  });
}
