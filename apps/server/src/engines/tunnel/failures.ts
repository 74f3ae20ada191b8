import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { toConnectionError } from '../remote/index.ts';
import type { KeyReading } from './private-key.ts';
import type { Behind } from './tunnel-socket.ts';

/** Where an SSH server is. */
export interface SshPlace {
  readonly host: string;
  readonly port: number;
}

type Field =
  | 'server_address'
  | 'server_port'
  | 'username'
  | 'password'
  | 'private_key'
  | 'private_key_password'
  | 'host_key';

function failure(
  code: EngineErrorDetails['code'],
  message: string,
  { fields, cause }: { readonly fields: readonly Field[]; readonly cause?: unknown },
): EngineError {
  return new EngineError({
    ...{ code, message, invalid: fields.map((field) => `ssh_tunnel.${field}`) },
    ...(cause instanceof Error ? { driverMessage: cause.message } : {}),
  });
}

export const placeFields = ['server_address', 'server_port'] as const;

/** What the way to the SSH server came to. */
export function toDialError(error: unknown, place: SshPlace): EngineError {
  const known = toConnectionError(error, place);
  if (known) return new EngineError({ ...known.details, invalid: placeFields.map((field) => `ssh_tunnel.${field}`) });
  return noSshServer(place, error);
}

export function noSshServer({ host, port }: SshPlace, cause?: unknown): EngineError {
  return failure('GENERIC_DB_ENGINE_ERROR', `What answers at "${host}" on port ${port} is no SSH server.`, {
    fields: placeFields,
    cause,
  });
}

export function silentServer({ host, port }: SshPlace): EngineError {
  return failure('CONNECTION_DATABASE_TIMEOUT', `The SSH server "${host}" does not answer on port ${port}.`, {
    fields: placeFields,
  });
}

export function refusedSignIn(
  { host }: SshPlace,
  { isByKey, cause }: { isByKey: boolean; cause: unknown },
): EngineError {
  const fields = ['username', isByKey ? 'private_key' : 'password'] as const;
  return failure(
    'CONNECTION_ACCESS_DENIED_ERROR',
    isByKey
      ? `The SSH server "${host}" does not let this user in with this private key.`
      : `The SSH server "${host}" does not let this user in with this password.`,
    { fields, cause },
  );
}

export function noCommonAlgorithm({ host }: SshPlace, cause: unknown): EngineError {
  return failure('GENERIC_DB_ENGINE_ERROR', `The SSH server "${host}" offers no encryption that is safe today.`, {
    fields: placeFields,
    cause,
  });
}

export function changedHostKey({ host }: SshPlace, { known, met }: { known: string; met: string }): EngineError {
  return failure(
    'GENERIC_DB_ENGINE_ERROR',
    `The key of the SSH server "${host}" is ${met}, and should be ${known}. Somebody may listen in. If its key was changed on purpose, enter the new fingerprint.`,
    { fields: ['host_key'] },
  );
}

const keyWords = {
  unknown: 'The private key cannot be read. Paste all of it, in the format of OpenSSH, PuTTY or PEM.',
  encrypted: 'The private key is encrypted. Enter its passphrase.',
  passphrase: 'The passphrase of the private key is wrong.',
} as const;

export type KeyProblem = Extract<KeyReading, { readonly problem: unknown }>['problem'];

/** What is wrong with a private key, and at which field. */
export function toKeyProblem(problem: KeyProblem): { readonly field: Field; readonly words: string } {
  return { field: problem === 'unknown' ? 'private_key' : 'private_key_password', words: keyWords[problem] };
}

export function unreadableKey(problem: KeyProblem): EngineError {
  const { field, words } = toKeyProblem(problem);
  return failure('CONNECTION_ACCESS_DENIED_ERROR', words, { fields: [field] });
}

/** How long a key takes to read it says itself, and it is more on a machine that has much to do. */
export function slowKey(): EngineError {
  return failure('ENGINE_UNAVAILABLE_ERROR', 'The private key takes too long to open. Try again in a moment.', {
    fields: ['private_key'],
  });
}

export function refusedForwarding({ host }: SshPlace, behind: Behind, cause: unknown): EngineError {
  return failure(
    'GENERIC_DB_ENGINE_ERROR',
    `The SSH server "${host}" may not connect on to ${behind.host}:${behind.port}. Who runs it has to allow that.`,
    { fields: placeFields, cause },
  );
}

/** The last part of the way: from the SSH server to the database. */
export function unreachableBehind({ host }: SshPlace, behind: Behind, cause: unknown): EngineError {
  return new EngineError({
    code: 'CONNECTION_PORT_CLOSED_ERROR',
    message: `The SSH server "${host}" cannot reach ${behind.host}:${behind.port}.`,
    ...(cause instanceof Error ? { driverMessage: cause.message } : {}),
  });
}

export function silentBehind({ host }: SshPlace, behind: Behind): EngineError {
  return new EngineError({
    code: 'CONNECTION_DATABASE_TIMEOUT',
    message: `The SSH server "${host}" gets no answer from ${behind.host}:${behind.port}.`,
  });
}
