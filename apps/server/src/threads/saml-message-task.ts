/**
 * Messages by which a SAML provider signs people out, where their signature stands inside them. What is given back is the very
 * text that was signed, and nothing else of what came is read, so that nobody can wrap one document in another.
 */
import { createPrivateKey } from 'node:crypto';
import { getVerifiedXml, parseDomFromString, signXml, xpath } from '@node-saml/node-saml/lib/xml.js';
import { openName } from './saml-decryption.ts';
import { findUnsoundMessage } from './saml-text.ts';
import { TaskError } from './task-error.ts';

/** What a provider sent. */
export interface SamlMessageTask {
  readonly kind: 'saml-message';
  readonly text: string;
  /** Any of which may have signed; null for a text whose signature was right and stood beside it. */
  readonly certificates: readonly string[] | null;
  /** Whether it lies in an envelope of SOAP. */
  readonly isInEnvelope: boolean;
  /** Ours, for names that are encrypted. */
  readonly ownKey: string;
}

/** A message of ours that is to be signed. */
export interface SamlSignTask {
  readonly kind: 'saml-sign';
  readonly text: string;
  readonly key: string;
}

/** What was signed, with the name that it hid in its place. Throws `TaskError` for whatever is not of the provider. */
export async function readSamlMessage(task: SamlMessageTask): Promise<string> {
  const { text, certificates, ownKey } = task;
  const unsound = findUnsoundMessage(text, certificates !== null);
  if (unsound !== null) throw new TaskError(unsound);
  const signed = certificates === null ? text : await verified(task, certificates);
  return openName(signed, createPrivateKey(ownKey));
}

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const inEnvelope = `/*[local-name(.)='Envelope' and namespace-uri(.)='${soap}']/*[local-name(.)='Body' and namespace-uri(.)='${soap}']/*`;

async function verified({ text, isInEnvelope }: SamlMessageTask, certificates: readonly string[]): Promise<string> {
  try {
    const document = await parseDomFromString(text);
    const [message, ...more] = xpath.selectElements(document, isInEnvelope ? inEnvelope : '/*');
    if (!message || more.length > 0) throw new TaskError('It is no message, or several.');
    const signed = getVerifiedXml(text, message, [...certificates]);
    if (signed !== null) return signed;
  } catch (error) {
    if (error instanceof TaskError) throw error;
    throw new TaskError((error as Error).message.slice(0, 300));
  }
  throw new TaskError('Its signature is not of the provider.');
}

/** The message with its signature where the protocol wants it, behind who sent it. */
export function signSamlMessage({ text, key }: SamlSignTask): string {
  const location = { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } as const;
  return signXml(text, '/*', location, { privateKey: key, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' });
}
