import { createPrivateKey } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { fromUri, openOracle, oracleKind, readFolderWallet, resolveAlias } from './index.ts';
import { findTnsEntry } from './tns-names.ts';
import { startTnsService, type TnsService } from './tns-service-fixture.ts';

const locked = createPrivateKey(testKey)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 's3cret' })
  .toString();
const closing = ')'.repeat(9);
const entryOf = (port: number, more = '') => `# Sales, fast and slow
SALES_HIGH, sales.world =
  (DESCRIPTION=
    (ADDRESS=(PROTOCOL=tcps)(HOST=localhost)(PORT=${port}))
    (ADDRESS=(PROTOCOL=tcp)(HOST=elsewhere)(PORT=1))
    (CONNECT_DATA=(SERVICE_NAME = shop_high.example.com))
    (SECURITY=(SSL_SERVER_DN_MATCH=yes)${more}))
OLD = (DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(PORT=1522)(HOST=old.example))(CONNECT_DATA=(SID=XE)))
`;

const open: { folder: string; service?: TnsService | undefined; engine?: Engine | undefined } = { folder: '' };
beforeAll(async () => {
  open.folder = await mkdtemp(join(tmpdir(), 'wallets-'));
  for (const name of ['sales', 'cwallet', 'links']) await mkdir(join(open.folder, name));
  await writeFile(join(open.folder, 'sales/ewallet.pem'), `${locked}\n${testCertificate}`);
  await writeFile(join(open.folder, 'cwallet/cwallet.sso'), 'x');
  await writeFile(join(open.folder, 'outside.pem'), testCertificate);
  await symlink(join(open.folder, 'outside.pem'), join(open.folder, 'links/ewallet.pem'));
});
afterAll(() => rm(open.folder, { recursive: true }));
afterEach(async () => {
  await open.engine?.close();
  await open.service?.stop();
  Object.assign(open, { engine: undefined, service: undefined });
});

const foldersOf = (folder: string) => ({
  sales: join(folder, 'sales'),
  cwallet: join(folder, 'cwallet'),
  links: join(folder, 'links'),
  gone: join(folder, 'gone'),
});

async function connect(uri: string, password: string | null = 's3cret') {
  const folders = foldersOf(open.folder);
  const parts = await resolveAlias(fromUri(uri), folders);
  open.engine = await openOracle({
    ...{ ...parts, serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
    ...{ resultSink: noResults, readLongScript: readScript, wallet: await readFolderWallet(parts, password, folders) },
  });
  return open.engine.ping();
}

/** It talks to nobody who shows no certificate, and then knows no database. */
async function listen(more = ''): Promise<TnsService> {
  const words = Buffer.from('(DESCRIPTION=(ERR=12514)(VSNNUM=0)(ERROR_STACK=(ERROR=(CODE=12514)(EMFI=4))))');
  const head = Buffer.from([0, 12 + words.length, 0, 0, 4, 0, 0, 0, 0, 0, 0, words.length]);
  open.service = await startTnsService(() => Buffer.concat([head, words]), { isTls: true, asksForCertificate: true });
  await writeFile(join(open.folder, 'sales/tnsnames.ora'), entryOf(open.service.port, more));
  return open.service;
}

describe('a folder with a wallet', () => {
  it('says where the database is by its name, and who connects: the server is shown the certificate', async () => {
    const service = await listen();
    const failure = await failureOf(connect('oracle+oracledb://ada:x@sales_high/?wallet_location=sales'));
    expect(failure).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
    expect(service.asked).toEqual([expect.stringContaining('(SERVICE_NAME=shop_high.example.com)')]);
  });

  it('is for a database whose place is said, too', async () => {
    const service = await listen();
    const uri = `oracle://ada:x@localhost:${service.port}/?service_name=s&protocol=tcps&wallet_location=sales`;
    expect(await failureOf(connect(uri))).toMatchObject({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR' });
    expect(service.asked).toHaveLength(1);
  });

  it('is held to the name that its entry says of the certificate', async () => {
    const service = await listen('(SSL_SERVER_CERT_DN="C=DE, CN=other.example")');
    expect(await failureOf(connect('oracle://ada:x@SALES.world?config_dir=sales&wallet_location=sales'))).toMatchObject(
      {
        message: expect.stringContaining('The certificate of "other.example" is for another host'),
      },
    );
    expect(service.asked).toEqual([]);
  });

  it.each([
    ['nobody?wallet_location=sales', 'has no entry "nobody" that can be understood'],
    ['db/XE?protocol=tcps&wallet_location=other', 'No folder "other" is open for wallets'],
    ['db/XE?protocol=tcps&wallet_location=constructor', 'No folder "constructor" is open for wallets'],
    [
      'db/XE?protocol=tcps&wallet_location=cwallet',
      'holds no ewallet.pem that can be read; a cwallet.sso alone is not',
    ],
    ['db/XE?protocol=tcps&wallet_location=links', 'holds no ewallet.pem that can be read'],
    ['db/XE?protocol=tcps&wallet_location=gone', 'holds no ewallet.pem that can be read'],
    ['x?config_dir=cwallet', 'The folder "cwallet" holds no tnsnames.ora that can be read'],
  ])('of %s is not read, and its place is not said', async (place, problem) => {
    await listen();
    const failure = await failureOf(connect(`oracle://ada:x@${place}`));
    expect(failure).toMatchObject({ message: expect.stringContaining(problem) });
    expect(failure.message).not.toContain(open.folder);
  });

  it('has its password where secrets are kept, without a text too', async () => {
    await listen();
    const failure = await failureOf(connect('oracle://ada:x@sales_high?wallet_location=sales', 'wrong'));
    expect(failure).toMatchObject({ message: expect.stringContaining('The wallet cannot be read') });
    expect(oracleKind.toSecretOptions?.({ wallet: '', wallet_password: 's3cret' })).toEqual({
      wallet: { pem: '', password: 's3cret' },
    });
  });
});

describe('tnsnames.ora', () => {
  it('is read for the first address of an entry, in any letters', () => {
    expect(findTnsEntry(entryOf(2484), 'old')).toEqual({
      ...{ host: 'old.example', port: 1522, isEncrypted: false, checksName: true, certificateName: null },
      target: { kind: 'sid', name: 'XE' },
    });
    expect(findTnsEntry(entryOf(2484), 'Sales.World')).toMatchObject({ host: 'localhost', port: 2484 });
  });

  it.each([
    ['without an end', 'X=(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1)'],
    ['of another protocol', `X=(D=(ADDRESS=(PROTOCOL=ipc)(HOST=a)(PORT=1))(C=(SID=a${closing}`],
    ['without a place', 'X=(DESCRIPTION=(CONNECT_DATA=(SID=a)))'],
    ['with a host that says more', 'X=(D=(ADDRESS=(PROTOCOL=tcp)(HOST="a)(b")(PORT=1))(C=(SID=a)))'],
    ['nested without end', `X=${'(A='.repeat(60_000)}`],
    ['that is a name inside of another', 'Y=(D=(X=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1))(SID=a)))'],
  ])('%s has no such entry', (_name, text) => {
    const startedAt = performance.now();
    expect(findTnsEntry(text, 'X')).toBeNull();
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});
