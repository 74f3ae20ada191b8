import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { findDatabaseKind } from '../kinds.ts';
import { testCertificate, testKey } from '../mssql/certificate-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import type { ConnectionSettings } from './driver.ts';
import { fromUri, openOracle } from './index.ts';
import { FakeServer, numbers } from './line-fixture.ts';
import { readWallet, type Wallet } from './wallet.ts';

const [root = ''] = rootCertificates;
const locked = createPrivateKey(testKey)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 's3cret' })
  .toString();
const bags = 'Bag Attributes\n    localKeyID: E6 00\nKey Attributes: <No Attributes>\n';
/** As the server's tools write one: what each part is called stands before it. */
const pem = `${bags}${locked}\n${bags}${root}\nsubject=CN=somebody\n${testCertificate}\n`;
const refusal = 'The wallet cannot be read. Give the text of its ewallet.pem, and its password.';

describe('a wallet', () => {
  it('is read for its authorities, and for the key with the certificate that is of it', () => {
    const { serverCertificate, clientCertificate } = readWallet({ pem, password: 's3cret' });
    expect(clientCertificate?.cert).toBe(testCertificate.trim());
    expect(createPrivateKey(clientCertificate?.key ?? '').export({ type: 'pkcs8', format: 'pem' })).toBe(
      createPrivateKey(testKey).export({ type: 'pkcs8', format: 'pem' }),
    );
    expect(serverCertificate).toContain(testCertificate.trim());
    expect(serverCertificate?.match(/BEGIN/g)?.length).toBeGreaterThan(rootCertificates.length);
  });

  it('without a key names authorities alone', () => {
    expect(readWallet({ pem: testCertificate, password: null }).clientCertificate).toBeNull();
  });

  it.each<readonly [string, Wallet]>([
    ['with another password', { pem, password: 'wrong' }],
    ['without its password', { pem, password: null }],
    ['of another kind', { pem: 'AAEC', password: null }],
    ['of a key that no certificate is of', { pem: `${keyOfNobody()}${testCertificate}`, password: null }],
    ['of endless length', { pem: testCertificate + 'x'.repeat(300_000), password: null }],
  ])('%s cannot be read, and nothing of it is said', (_name, wallet) => {
    expect(() => readWallet(wallet)).toThrow(refusal);
  });
});

describe('a connection with a wallet', () => {
  const open = async (uri: string, more: object = {}) => {
    const given: ConnectionSettings[] = [];
    const server = new FakeServer(() => ({ rowsFrom: numbers(1) }));
    const engine = await openOracle({
      ...fromUri(uri),
      ...{ serverCertificate: null, clientCertificate: null, policy: { allowsPrivateHosts: true } },
      ...{ resultSink: noResults, readLongScript: readScript, wallet: { pem, password: 's3cret' }, ...more },
      openLine: async (settings) => {
        given.push(settings);
        return server.openLine();
      },
    });
    await engine.ping().finally(() => engine.close());
    return given[0];
  };
  const uri = 'oracle://ada:s@db.example.com/?service_name=shop&protocol=tcps';

  it('is made with what is in it, unless a certificate is given beside it', async () => {
    expect((await open(uri))?.clientCertificate?.cert).toBe(testCertificate.trim());
    expect((await open(uri, { serverCertificate: 'mine' }))?.serverCertificate).toBe('mine');
  });

  it('is not made without encryption', async () => {
    await expect(open(uri.replace('&protocol=tcps', ''))).rejects.toThrow('A wallet is for encrypted connections');
  });

  it('has it in the fields of its form, among what is shown to nobody', () => {
    const kind = findDatabaseKind('oracle');
    expect(kind?.toSecretOptions?.({ wallet: ` ${pem}`, wallet_password: 's3cret' })).toEqual({
      wallet: { pem: pem.trim(), password: 's3cret' },
    });
    expect(kind?.toSecretOptions?.({ wallet: ' ' })).toBeNull();
    expect(kind?.secretOptions).toEqual(['wallet.pem', 'wallet.password']);
  });
});

function keyOfNobody(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();
}
