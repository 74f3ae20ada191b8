import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { passwordMask, type TestConnectionBody } from '@powerset/contract';
import type { ConnectionSecret, DatabaseKind } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';

/** What a payload says of the certificate by which a server knows who connects; what is left out stays as it is. */
export type GivenCertificate = Pick<TestConnectionBody, 'client_cert' | 'client_key'>;

type Certificates = Pick<ConnectionSecret, 'client_cert' | 'client_key'>;

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
/** A server may ask for a signature at each connection, which larger keys make in the time of many requests. */
const largestRsaBits = 4096;

/** One certificate or several, as PEM, and nothing beside them. */
export function checkCertificates(text: string, field: 'server_cert' | 'client_cert'): void {
  const blocks = text.match(certificateBlock) ?? [];
  const isWhole = blocks.length > 0 && text.replace(certificateBlock, '').trim() === '';
  if (isWhole && blocks.every((block) => readCertificate(block) !== null)) return;
  throw fieldError(
    { [field]: ['Invalid certificate. Paste it as PEM, from BEGIN CERTIFICATE to END CERTIFICATE.'] },
    400,
  );
}

function readCertificate(text: string): X509Certificate | null {
  try {
    return new X509Certificate(text);
  } catch {
    return null;
  }
}

interface Shown {
  readonly kind: DatabaseKind;
  readonly maskedUri: string;
}

/** The certificate and the key that are sealed. The key itself goes to no server: a mask is the one that is known. */
export function toClientCertificate(
  given: GivenCertificate,
  known: Certificates | undefined,
  { kind, maskedUri }: Shown,
): Certificates {
  const cert = given.client_cert === undefined ? known?.client_cert : given.client_cert?.trim() || undefined;
  const isKnownKey = given.client_key === undefined || given.client_key === passwordMask;
  const key = isKnownKey ? known?.client_key : given.client_key?.trim() || undefined;
  if (cert === undefined && (key === undefined || isKnownKey)) return {};
  if (!kind.takesClientCertificates) {
    if (given.client_cert === undefined && isKnownKey) return {};
    throw fieldError({ client_cert: ['This kind of database takes no client certificate.'] }, 400);
  }
  if (cert === undefined || key === undefined)
    throw fieldError({
      [cert === undefined ? 'client_cert' : 'client_key']: ['A client certificate and its key belong together.'],
    });
  checkCertificates(cert, 'client_cert');
  if (!readCertificate(cert)?.checkPrivateKey(readKey(key)))
    throw fieldError({ client_key: ['This is not the key of the client certificate.'] });
  if (kind.toParameters(maskedUri).encryption === false)
    throw fieldError({ client_cert: ['A client certificate is shown on encrypted connections alone. Turn SSL on.'] });
  return { client_cert: cert, client_key: key };
}

function readKey(text: string): KeyObject {
  try {
    const key = createPrivateKey(text);
    if ((key.asymmetricKeyDetails?.modulusLength ?? 0) <= largestRsaBits) return key;
  } catch {
    // Said below.
  }
  throw fieldError({
    client_key: ['Invalid private key. Paste it as PEM, without a passphrase and of at most 4096 bits.'],
  });
}
