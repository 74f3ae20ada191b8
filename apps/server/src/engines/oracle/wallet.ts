import { createPrivateKey, X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { EngineError } from '../engine.ts';
import type { Place } from './driver-network.ts';

/** The text of an `ewallet.pem`, with the passphrase of the key in it. */
export interface Wallet {
  readonly pem: string;
  readonly password: string | null;
}

/** Wallets hold a few certificates; a longer text is none. */
const longestWallet = 256 * 1024;
const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const keyBlock =
  /-----BEGIN (?:ENCRYPTED |RSA |EC )?PRIVATE KEY-----[\s\S]*?-----END (?:ENCRYPTED |RSA |EC )?PRIVATE KEY-----/;

/**
 * What a wallet says of a connection: the authorities that may have signed the server's certificate, besides those that everybody
 * knows, and by which certificate and key the server knows who connects.
 */
export function readWallet({ pem, password }: Wallet): Pick<Place, 'serverCertificate' | 'clientCertificate'> {
  const certificates = pem.length > longestWallet ? [] : (pem.match(certificateBlock) ?? []);
  if (certificates.length === 0) throw unreadableWallet();
  const key = keyBlock.exec(pem)?.[0] ?? null;
  return {
    serverCertificate: [...rootCertificates, ...certificates].join('\n'),
    clientCertificate: key === null ? null : readKey(certificates, { key, password }),
  };
}

interface WalletKey {
  readonly key: string;
  readonly password: string | null;
}

/** The key without its passphrase, and the one certificate that is of it. */
function readKey(certificates: readonly string[], { key: text, password }: WalletKey): Place['clientCertificate'] {
  try {
    const key = createPrivateKey({ key: text, ...(password ? { passphrase: password } : {}) });
    const cert = certificates.find((one) => new X509Certificate(one).checkPrivateKey(key));
    if (cert) return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }).toString() };
  } catch {
    // What OpenSSL says of it helps nobody.
  }
  throw unreadableWallet();
}

function unreadableWallet(): EngineError {
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'The wallet cannot be read. Give the text of its ewallet.pem, and its password.',
  });
}

/** Where nobody reads what a wallet proves. */
export function wrongWay(): EngineError {
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: 'A wallet is for encrypted connections: turn encryption on, or take the wallet away.',
  });
}
