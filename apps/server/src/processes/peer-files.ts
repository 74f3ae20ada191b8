import type { IncomingHttpHeaders } from 'node:http';
import { peerFetch } from './peer-fetch.ts';
import { forwardedMark, type Processes } from './processes.ts';

/** Finds a file of the web application that this process's build does not have; null where no other process has it. */
export type PeerFiles = (name: string, headers: IncomingHttpHeaders) => Promise<Buffer | null>;

/** More at once are not looked for: names that nobody has cost the others little, and nobody for long. */
const atOnce = 8;
const patienceMs = 3000;
/** How long it is remembered that nobody has one, and which processes there are. */
const missingMs = 10_000;
const othersMs = 1000;
const rememberedNames = 1000;
const largestFile = 32 * 1024 * 1024;

/**
 * While an installation is brought to another version, its processes are of two builds, and a proxy sends a page's requests to either.
 * What belongs to the page of another build is fetched from a process that has it.
 */
export function createPeerFiles(processes: Pick<Processes, 'others' | 'tls'>): PeerFiles {
  const missing = new Map<string, number>();
  let looking = 0;
  let known = { at: Number.NEGATIVE_INFINITY, others: Promise.resolve<readonly string[]>([]) };
  const others = () => {
    if (performance.now() - known.at > othersMs) known = { at: performance.now(), others: processes.others() };
    return known.others;
  };
  const look = async (name: string): Promise<Buffer | null> => {
    const addresses = await others().catch(() => []);
    const found = await Promise.any(
      addresses.map((address) => fetchFile(processes.tls, new URL(`/assets/${name}`, address))),
    ).catch(() => null);
    if (found || addresses.length === 0) return found;
    if (missing.size >= rememberedNames) missing.clear();
    missing.set(name, performance.now());
    return null;
  };
  return async (name, headers) => {
    if (headers[forwardedMark] !== undefined) return null;
    const missedAt = missing.get(name) ?? Number.NEGATIVE_INFINITY;
    if (looking >= atOnce || performance.now() - missedAt < missingMs) return null;
    looking += 1;
    return look(name).finally(() => {
      looking -= 1;
    });
  };
}

async function fetchFile(tls: Processes['tls'], url: URL): Promise<Buffer> {
  const answer = await peerFetch(tls, url, {
    headers: { [forwardedMark]: '1' },
    signal: AbortSignal.timeout(patienceMs),
  });
  const size = Number(answer.headers.get('content-length') ?? 0);
  if (answer.status === 200 && size <= largestFile) return Buffer.from(await answer.arrayBuffer());
  await answer.body?.cancel();
  throw new Error('It is not there either.');
}
