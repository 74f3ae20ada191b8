/**
 * What of a SAML answer is refused before anything reads it as XML. Providers write none of this, and all of it was used to
 * let a reader see something else than what was signed.
 */

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

/** Why a text is refused, or null. Reads each sign a few times at most. */
export function findUnsound(xml: string): string | null {
  const body = xml.replace(/^\uFEFF?\s*<\?xml[^<>]*\?>/, '');
  // Types, entities, comments, sections and instructions: what hides text, or multiplies it.
  if (/<[!?]/.test(body)) return 'It holds a type, a comment, a section or an instruction.';
  if ((body.match(/<(?:[^\s<>/:]+:)?Response[\s/>]/g) ?? []).length !== 1) return 'It holds no response, or several.';
  if ((body.match(/<(?:[^\s<>/:]+:)?Assertion[\s/>]/g) ?? []).length > 1) return 'It holds several assertions.';
  if (/<(?:[^\s<>/:]+:)?EncryptedAssertion[\s/>]/.test(body)) return 'Its assertion is encrypted.';
  const ids = [...body.matchAll(/[\s:]id\s*=\s*["']([^"']*)["']/gi)].map(([, id]) => id);
  if (new Set(ids).size !== ids.length) return 'Two of its parts have one ID.';
  const used = [...body.matchAll(/Algorithm\s*=\s*["']([^"']*)["']/g)].map(([, name = '']) => name);
  const strange = used.find((name) => !algorithms.has(name));
  if (strange !== undefined) return `It is signed in a way that is not taken: ${strange.slice(0, 100)}`;
  return depthOf(body) > deepest ? 'It is nested too deeply.' : null;
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
