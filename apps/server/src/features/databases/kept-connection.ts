import { passwordMask } from '@powerset/contract';
import type { ConnectionSecret } from '../../engines/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';

/** What a bundle says of a connection beside its URI. */
export interface ConnectionDocuments {
  readonly ssh_tunnel?: Document | null | undefined;
  /** JSON texts. */
  readonly encrypted_extra?: string | null | undefined;
  readonly masked_encrypted_extra?: string | null | undefined;
}

export interface KeptConnection {
  /** What is exported again, its secrets masked. */
  readonly shown: Document;
  readonly secrets: Readonly<Record<string, string>>;
}

const tunnelSecrets = new Set(['password', 'private_key', 'private_key_password']);
const secretName = /(?:password|passphrase|secret|token|credentials?|private_?key|access_?key|api_?key)$/i;

/** Parts what may be shown from what must be sealed. */
export function toKeptConnection(documents: ConnectionDocuments): KeptConnection {
  const { ssh_tunnel: tunnel } = documents;
  const masked = documents.masked_encrypted_extra || undefined;
  const extra = documents.encrypted_extra || masked;
  const shown: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  if (tunnel && Object.keys(tunnel).length > 0) {
    shown.ssh_tunnel = maskFields(tunnel, (name) => tunnelSecrets.has(name));
    secrets.ssh_tunnel = JSON.stringify(tunnel);
  }
  if (extra !== undefined) {
    shown.masked_encrypted_extra = maskExtra(extra);
    secrets.encrypted_extra = extra;
  }
  return {
    shown,
    secrets: Object.fromEntries(Object.entries(secrets).filter(([name, text]) => !isShown(shown, name, text))),
  };
}

/** Whether a text holds nothing that is not shown: what came masked has nothing to seal. */
function isShown(shown: Document, name: string, text: string): boolean {
  if (name === 'ssh_tunnel') return JSON.stringify(shown.ssh_tunnel) === text;
  return shown.masked_encrypted_extra === text;
}

/**
 * Which fields are secret is known to the engine that is not here. A document with masks in it was masked by who wrote
 * it: beyond those only what is called a secret is hidden. In any other, every field is.
 */
function maskExtra(text: string): string {
  const document = parseDocument(text);
  if (!document) return passwordMask;
  const isMasked = text.includes(passwordMask);
  const masked = maskFields(document, isMasked ? (name) => secretName.test(name) : () => true);
  return JSON.stringify(masked) === JSON.stringify(document) ? text : JSON.stringify(masked);
}

function maskFields(document: Document, isSecret: (name: string) => boolean): Document {
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => {
      if (isDocument(value) && !isMaskedWhole(value, isSecret)) return [name, maskFields(value, isSecret)];
      const isEmpty = value === null || value === '' || typeof value === 'boolean';
      return [name, isSecret(name) && !isEmpty ? passwordMask : value];
    }),
  );
}

/** With everything hidden, not even the names inside a field are shown. */
function isMaskedWhole(value: Document, isSecret: (name: string) => boolean): boolean {
  return isSecret('') && Object.keys(value).length > 0;
}

/** What is sealed of a connection that is only kept: what came now, and what was known of the same one. */
export function toKeptSecret(
  { password, secrets }: { readonly password: string | null } & Pick<KeptConnection, 'secrets'>,
  known: ConnectionSecret | null,
): ConnectionSecret {
  const kept = { ...known?.kept, ...secrets };
  const own = password === passwordMask || password === null ? known?.password : password;
  return {
    ...(own === undefined ? {} : { password: own }),
    ...(Object.keys(kept).length === 0 ? {} : { kept }),
  };
}
