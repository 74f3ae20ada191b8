import { EngineError } from '../engine.ts';

/** By the ends of what OpenSSL says of an alert that a server sent: it is about the certificate that it was shown, or missed. */
const aboutOurs =
  /alert (unknown ca|bad certificate|certificate expired|certificate revoked|certificate unknown|unsupported certificate|decrypt error|access denied)/i;
const untrusted = /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;
const mostNames = 5;

/** A server that wants to be shown a certificate, and was shown none. */
export function wantsCertificate(host: string, driverMessage: string): EngineError {
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: `The server "${host}" asks for a client certificate. Give one with its key.`,
    driverMessage,
    invalid: ['client_cert'],
  });
}

/** What was said while an encrypted connection was agreed on; null when it was something else. */
export function toEncryptionError(error: unknown, host: string): EngineError | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  if (untrusted.test(code)) return toCertificateError(error, { host, code });
  if (!code.startsWith('ERR_SSL_') && !/SSL routines/.test(error.message)) return null;
  const driverMessage = reasonOf(error);
  if (/alert certificate required|peer did not return a certificate/i.test(driverMessage))
    return wantsCertificate(host, driverMessage);
  const refused = aboutOurs.exec(driverMessage)?.[1];
  return new EngineError({
    code: refused ? 'CONNECTION_ACCESS_DENIED_ERROR' : 'GENERIC_DB_ENGINE_ERROR',
    message: refused
      ? `The server "${host}" refuses the client certificate: ${refused}.`
      : `The encrypted connection to "${host}" failed: ${driverMessage}.`,
    driverMessage,
    invalid: [refused ? 'client_cert' : 'encryption'],
  });
}

/** OpenSSL's own words, without the places in its source around them. */
export function reasonOf(error: Error): string {
  if ('reason' in error && typeof error.reason === 'string') return error.reason;
  return /:SSL routines:[^:]*:([^:]+)/.exec(error.message)?.[1] ?? error.message;
}

/** The name that was looked for, which need not be the host's. */
function checkedName(error: Error): string | null {
  return 'host' in error && typeof error.host === 'string' ? error.host : null;
}

function toCertificateError(error: Error, { host, code }: { readonly host: string; readonly code: string }) {
  const driverMessage = error.message;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The certificate of "${checkedName(error) ?? host}" is for another host: ${namesOf(error)}. Enter the host as the certificate names it.`,
      driverMessage,
      invalid: ['host'],
    });
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: `The certificate of "${host}", or of who signed it, has expired or is not valid yet. It has to be replaced.`,
      driverMessage,
      invalid: ['server_cert'],
    });
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: `The certificate of "${host}" cannot be trusted: ${driverMessage}. Give the certificate of the authority that signed it.`,
    driverMessage,
    invalid: ['server_cert'],
  });
}

function namesOf(error: Error): string {
  const certificate = 'cert' in error ? error.cert : null;
  const isRead = typeof certificate === 'object' && certificate !== null && 'subjectaltname' in certificate;
  const names = isRead ? String(certificate.subjectaltname ?? '').split(', ') : [];
  const shown = names.map((name) => name.replace(/^[A-Za-z ]+:/, '')).filter(Boolean);
  return shown.length > 0 ? shown.slice(0, mostNames).join(', ') : error.message;
}
