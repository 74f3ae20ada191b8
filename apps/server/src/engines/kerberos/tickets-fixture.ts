import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { buildKerberosChild } from '@powerset/testkit/engine-child';
import { Kerberos, type KerberosOptions } from './index.ts';

/**
 * A package that is asked as the real one is. Its tokens say how many there were and for whom; `silent` never answers, `nobody` is not
 * known, `threads` tells how many of them the process has. Sign-ins take one answer of the server; what is wrapped has a mark before it.
 */
const fakePackage = `
let count = 0;
const base64 = (text) => Buffer.from(text, 'latin1').toString('base64');
class Client {
  constructor(service, { mechOID, principal = 'first' }) { Object.assign(this, { service, mechOID, principal, contextComplete: false, steps: 0 }); }
  async step(challenge) {
    if (this.service.startsWith('silent')) return new Promise(() => setInterval(() => {}, 1000));
    if (this.service.startsWith('crash')) process.exit(1);
    if (this.service.startsWith('threads')) return base64(process.env.UV_THREADPOOL_SIZE ?? '');
    this.steps += 1;
    if (this.steps > 1) { this.contextComplete = true; this.heard = challenge; return ''; }
    count += 1;
    return base64([count, this.mechOID === 6 ? 'web' : 'talk', this.service, this.principal].join(' '));
  }
  async unwrap(challenge) { return base64(Buffer.from(challenge, 'base64').subarray(1).toString('latin1')); }
  async wrap(challenge) { return base64('w' + Buffer.from(challenge, 'base64').toString('latin1')); }
}
module.exports = {
  GSS_MECH_OID_KRB5: 9,
  GSS_MECH_OID_SPNEGO: 6,
  async initializeClient(service, options) {
    if (service.startsWith('nobody')) throw new Error('Unspecified GSS failure.  Minor code may provide more information: Server ' + service + ' not found in Kerberos database');
    return new Client(service, options);
  },
};
`;

export interface FakeTickets {
  readonly tickets: Kerberos;
  readonly childEntry: string;
  stop(): Promise<void>;
}

export interface FakeOptions extends Pick<KerberosOptions, 'timeoutMs' | 'idleMs'> {
  readonly isMissing?: boolean;
}

export async function startFakeTickets({ isMissing, ...options }: FakeOptions = {}): Promise<FakeTickets> {
  const folder = await makeTempFolder('powerset-tickets');
  const childEntry = join(folder.path, 'kerberos-child.mjs');
  await cp(await buildKerberosChild(), childEntry);
  const place = join(folder.path, 'node_modules/kerberos');
  await mkdir(place, { recursive: true });
  if (!isMissing) await writeFile(join(place, 'index.js'), fakePackage);
  const tickets = new Kerberos({ childEntry, variables: {}, timeoutMs: 5000, ...options });
  return {
    ...{ tickets, childEntry },
    stop: async () => {
      tickets.close();
      await folder.remove();
    },
  };
}
