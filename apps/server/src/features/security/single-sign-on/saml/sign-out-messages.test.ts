import { makeSamlSignOut, type SamlSignOutParts, samlCertificate } from '@powerset/testkit/saml-provider';
import { expect, it } from 'vitest';
import type { SamlSettings } from '../../../../config.ts';
import { readSignOut } from './sign-out-messages.ts';

const serviceUrl = 'https://bi.example.com/saml/sls/';
const given: Partial<SamlSettings> = {
  ...{ issuer: 'https://idp.example.com/saml', certificates: [samlCertificate], entityId: 'us' },
  signOut: {
    binding: 'redirect',
    url: 'https://idp.example.com/slo',
    serviceUrl,
    backChannelUrl: `${serviceUrl}soap/`,
    key: '',
  },
};
const settings = given as SamlSettings;
const deps = { now: () => new Date(), secrets: {} as never, textWork: {} as never };
const { signal } = new AbortController();

const read = (parts: Partial<SamlSignOutParts>, change = (address: string) => address) => {
  const address = change(makeSamlSignOut({ serviceUrl, nameId: 'ada', ...parts }));
  return readSignOut({ settings, deps, signal }, address.slice(serviceUrl.length + 1));
};

it('a request is read as it was sent, whichever of the safe hashes signed it', async () => {
  for (const hash of ['rsa-sha256', 'rsa-sha512'])
    expect(
      await read({
        ...{ id: '_1', relayState: 'a b', sessionIndexes: ['one', ' two '] },
        signatureAlgorithm: `http://www.w3.org/2001/04/xmldsig-more#${hash}`,
      }),
    ).toEqual({ kind: 'request', id: '_1', name: 'ada', relayState: 'a b', sessionIndexes: ['one', 'two'] });
});

it.each<readonly [string, Partial<SamlSignOutParts>, string]>([
  ['of another version', { before: (xml) => xml.replace('Version="2.0"', 'Version="1.1"') }, 'no message of SAML 2.0'],
  ['of another provider', { issuer: 'https://other.example.com' }, 'of another provider'],
  ['without an id', { id: '' }, 'has no ID'],
  ['with an id that is too long', { id: `_${'x'.repeat(300)}` }, 'has no ID'],
  ['about two people', { nameId: 'ada</saml:NameID><saml:NameID>bob' }, 'names nobody'],
  ['about nobody', { before: (xml) => xml.replace(/<saml:NameID>.*<\/saml:NameID>/, '') }, 'names nobody'],
  ['with too much to have back', { relayState: 'x'.repeat(1001) }, 'is too long'],
  ['of no time', { before: (xml) => xml.replace(/IssueInstant="[^"]*"/, 'IssueInstant="today"') }, 'not of now'],
  [
    'of a time without a zone',
    { before: (xml) => xml.replace(/IssueInstant="([^"]*)Z"/, 'IssueInstant="$1"') },
    'not of now',
  ],
  [
    'that says of a response that it asks',
    { before: (xml) => xml.replaceAll('LogoutRequest', 'LogoutResponse') },
    'no message that signs out',
  ],
])('a request %s is refused', async (_what, parts, words) => {
  await expect(read(parts)).rejects.toThrow(words);
});

it('a request that comes with a response is refused, and one that says something twice', async () => {
  await expect(read({}, (address) => `${address}&SAMLResponse=x`)).rejects.toThrow('neither a request nor a response');
  await expect(read({}, (address) => `${address}&SigAlg=x`)).rejects.toThrow('says something twice');
});
