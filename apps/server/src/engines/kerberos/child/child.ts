/**
 * A process that asks for tickets. The system's library waits for the network in each of its calls, for as long as its own settings
 * say, and cannot be interrupted: here that holds up nobody else, and it can be ended. It speaks only with the server that started
 * it; when that goes away, so does it.
 */
import type { KerberosClient } from 'kerberos';
import type { Calls, FromChild, TicketTarget, ToChild } from '../protocol.ts';

type Handlers = {
  readonly [Name in keyof Calls]: (asked: Calls[Name]['asked']) => Promise<Calls[Name]['answer']>;
};

/** A sign-in that nobody ended: whoever began it has gone. */
const longestTalkMs = 60_000;

class MissingPackage extends Error {}

const talks = new Map<number, KerberosClient>();

const load = async () => {
  try {
    return (await import('kerberos')).default;
  } catch (error) {
    throw new MissingPackage(error instanceof Error ? error.message : String(error));
  }
};

async function clientFor({ service, host, principal }: TicketTarget, mechanism: 'KRB5' | 'SPNEGO') {
  const kerberos = await load();
  const mechOID = kerberos[`GSS_MECH_OID_${mechanism}`];
  return kerberos.initializeClient(`${service}@${host}`, { mechOID, ...(principal === null ? {} : { principal }) });
}

function talkOf(talk: number): KerberosClient {
  const client = talks.get(talk);
  if (!client) throw new Error('The sign-in has ended.');
  return client;
}

async function stepOf(client: KerberosClient, bytes: string) {
  const token = (await client.step(bytes)) ?? '';
  return { token, isComplete: client.contextComplete };
}

const handlers: Handlers = {
  negotiate: async (target) => (await (await clientFor(target, 'SPNEGO')).step('')) ?? '',
  begin: async ({ talk, ...target }) => {
    const client = await clientFor(target, 'KRB5');
    const first = await stepOf(client, '');
    talks.set(talk, client);
    setTimeout(() => talks.delete(talk), longestTalkMs).unref();
    return first;
  },
  step: ({ talk, bytes }) => stepOf(talkOf(talk), bytes),
  unwrap: async ({ talk, bytes }) => (await talkOf(talk).unwrap(bytes)) ?? '',
  wrap: async ({ talk, bytes }) => (await talkOf(talk).wrap(bytes)) ?? '',
  end: async ({ talk }) => {
    talks.delete(talk);
    return null;
  },
};

async function answer({ id, call, asked }: ToChild): Promise<void> {
  const reply = await (handlers[call] as (asked: unknown) => Promise<unknown>)(asked).then(
    (told): FromChild => ({ id, answer: told }),
    (error: unknown): FromChild => ({
      id,
      failure: {
        isMissing: error instanceof MissingPackage,
        message: error instanceof Error ? error.message : String(error),
      },
    }),
  );
  if (process.connected) process.send!(reply);
}

process.on('message', (message: ToChild) => void answer(message));
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The server decides when its children end; a terminal's Ctrl-C reaches the whole group.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
