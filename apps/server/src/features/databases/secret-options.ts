import { passwordMask } from '@powerset/contract';
import { clientOption, type DatabaseKind } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';

type Options = Pick<DatabaseKind, 'secretOptions'> | undefined;

/** Secret options as they may be shown: `{}` where there are none. */
export function maskOptions(kind: Options, text: string | undefined): string {
  const document = parseDocument(text ?? '');
  if (!document || !kind?.secretOptions) return '{}';
  return JSON.stringify(
    kind.secretOptions.reduce((masked, path) => changeAt(masked, path.split('.'), () => passwordMask), document),
  );
}

/** Secret options as they are kept: masks are what is known. Throws where a mask stands for nothing that is known. */
export function unmaskOptions(kind: Options, text: string, known: string | undefined): string {
  const document = parseDocument(text) ?? {};
  const before = parseDocument(known ?? '') ?? {};
  const whole = (kind?.secretOptions ?? []).reduce((options, path) => {
    const parts = path.split('.');
    return changeAt(options, parts, (value) => (value === passwordMask ? valueAt(before, parts) : value));
  }, document);
  const plain = JSON.stringify(withSecretOfSameProvider(whole, document, before));
  if (!plain.includes(`"${passwordMask}"`)) return plain;
  throw fieldError({ masked_encrypted_extra: ['A secret option is masked. Enter it.'] });
}

/** The authorities that secret options name, as they would be kept; undefined where they name none. */
export function authorityIn(
  kind: Pick<DatabaseKind, 'authorityOption'>,
  text: string | null | undefined,
  known?: string,
): string | undefined {
  if (kind.authorityOption === undefined) return undefined;
  const parts = kind.authorityOption.split('.');
  const value = valueAt(parseDocument(text ?? '') ?? {}, parts);
  if (value === passwordMask) return authorityIn(kind, known);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

const isMaskedIn = (document: Document) => valueAt(document, clientSecretPath) === passwordMask;
const clientSecretPath = [clientOption, 'secret'];

/** A secret that is kept for one provider is sent to no other. */
function withSecretOfSameProvider(whole: Document, given: Document, before: Document): Document {
  const placeOf = (document: Document) => valueAt(document, [clientOption, 'token_request_uri']) || null;
  if (!isMaskedIn(given) || placeOf(given) === placeOf(before)) return whole;
  return changeAt(whole, clientSecretPath, () => passwordMask);
}

/** The options that a kind of database reads; where it reads nothing but who signs in, all others are unknown to it. */
export function toOwnOptions(
  kind: Options,
  text: string,
): { readonly text: string; readonly unknown: readonly string[] } {
  const document = parseDocument(text);
  const readsAll = kind?.secretOptions?.some((path) => path !== clientSecretPath.join('.')) ?? true;
  if (!document || readsAll) return { text, unknown: [] };
  const own = Object.entries(document).filter(([name]) => name === clientOption);
  const unknown = Object.keys(document).filter((name) => name !== clientOption);
  return { text: JSON.stringify(Object.fromEntries(own)), unknown };
}

/** Whether a text holds no option at all. */
export function isWithoutOptions(text: string | null | undefined): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text ?? '');
}

/** The same document with another value at a path; what is not there stays away. */
function changeAt(
  document: Document,
  [name = '', ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): Document {
  if (!Object.hasOwn(document, name)) return document;
  const value = document[name];
  if (rest.length === 0) return { ...document, [name]: change(value) ?? passwordMask };
  return isDocument(value) ? { ...document, [name]: changeAt(value, rest, change) } : document;
}

function valueAt(document: Document, [name = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  if (rest.length === 0) return value;
  return isDocument(value) ? valueAt(value, rest) : undefined;
}
