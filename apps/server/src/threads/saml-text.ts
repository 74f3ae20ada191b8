/**
 * What of a SAML answer is refused before anything reads it as XML. Providers write none of this, and all of it was used to
 * let a reader see something else than what was signed.
 */
import { withoutHiddenNames } from './saml-decryption.ts';

/** Besides these nothing signs: no SHA-1, no keys that both sides share, no transforms that choose what is read. */
const algorithms = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

const deepest = 64;
const mostLetters = 64 * 1024;

const hiding = 'It holds a type, a comment, a section or an instruction.';

/** Types, entities, comments, sections and instructions: what hides text, or multiplies it. */
const hidesText = (body: string): boolean => /<[!?]/.test(body);

const withoutDeclaration = (xml: string): string => xml.replace(/^\uFEFF?\s*<\?xml[^<>]*\?>/, '');

/** Why a text is refused, or null. Reads each sign a few times at most. */
export function findUnsound(xml: string): string | null {
  const body = withoutDeclaration(xml);
  if (hidesText(body)) return hiding;
  if ((body.match(/<(?:[^\s<>/:]+:)?Response[\s/>]/g) ?? []).length !== 1) return 'It holds no response, or several.';
  if ((body.match(/<(?:[^\s<>/:]+:)?Assertion[\s/>]/g) ?? []).length > 1) return 'It holds several assertions.';
  if (/<(?:[^\s<>/:]+:)?EncryptedAssertion[\s/>]/.test(body)) return 'Its assertion is encrypted.';
  return findUnsoundParts(body);
}

/** The same of a message that signs people out; one that came in an address is signed beside it. */
export function findUnsoundMessage(xml: string, isSigned: boolean): string | null {
  const body = withoutDeclaration(xml);
  if (body.length > mostLetters) return 'It is too long.';
  if (hidesText(body)) return hiding;
  if (isSigned && countSignatures(body) !== 1) return 'It is not signed, or more than once.';
  return findUnsoundParts(body);
}

const countSignatures = (body: string): number => (body.match(/<(?:[^\s<>/:]+:)?Signature[\s/>]/g) ?? []).length;

function findUnsoundParts(whole: string): string | null {
  const body = withoutHiddenNames(whole);
  // Its ways of encrypting are looked at where it is opened.
  if (countSignatures(whole) !== countSignatures(body)) return 'A signature stands in what is encrypted.';
  const ids = [...whole.matchAll(/[\s:]id\s*=\s*["']([^"']*)["']/gi)].map(([, id]) => id);
  if (new Set(ids).size !== ids.length) return 'Two of its parts have one ID.';
  const used = [...body.matchAll(/Algorithm\s*=\s*["']([^"']*)["']/g)].map(([, name = '']) => name);
  const strange = used.find((name) => !algorithms.has(name));
  if (strange !== undefined) return `It is signed in a way that is not taken: ${strange.slice(0, 100)}`;
  return depthOf(whole) > deepest ? 'It is nested too deeply.' : null;
}

function depthOf(xml: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of xml.matchAll(/<[^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    most = Math.max(most, depth);
  }
  return most;
}
