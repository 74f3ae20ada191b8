import { get as getPlain } from 'node:http';
import { get as getTls } from 'node:https';
import type { PeerTls } from './peer-fetch.ts';

/** Whether the process at an address answers anything at all. */
export interface PeerHealth {
  /** Asks it now; who asks at the same time shares the question. */
  answers(address: string): Promise<boolean>;
  /** It answered nothing a moment ago. */
  wasSilent(address: string): boolean;
}

/** So long a question may stay open that costs nothing. */
const patienceMs = 2500;
const rememberedMs = 5000;
const rememberedPeers = 100;

/**
 * A machine that vanished refuses nothing: what is sent there is lost, and an answer may take its time. What costs nothing is
 * answered at once.
 */
export function createPeerHealth(tls: PeerTls | null | undefined = null, patience = patienceMs): PeerHealth {
  const asking = new Map<string, Promise<boolean>>();
  const silentAt = new Map<string, number>();
  const ask = async (address: string): Promise<boolean> => {
    const isThere = await hasHealth(address, patience, tls);
    silentAt.delete(address);
    if (silentAt.size >= rememberedPeers) silentAt.clear();
    if (!isThere) silentAt.set(address, performance.now());
    return isThere;
  };
  return {
    answers: (address) => {
      const open = asking.get(address) ?? ask(address).finally(() => asking.delete(address));
      asking.set(address, open);
      return open;
    },
    wasSilent: (address) => performance.now() - (silentAt.get(address) ?? Number.NEGATIVE_INFINITY) < rememberedMs,
  };
}

/** Over a connection of its own: of those that are kept some may be dead, and nobody has noticed. */
function hasHealth(address: string, patience: number, tls: PeerTls | null): Promise<boolean> {
  const url = new URL('/health', address);
  const get = url.protocol === 'https:' ? getTls : getPlain;
  return new Promise((resolve) => {
    const request = get(url, { ...tls?.now(), agent: false, signal: AbortSignal.timeout(patience) }, (answer) => {
      answer.resume();
      resolve(true);
    });
    request.on('error', () => resolve(false));
  });
}
