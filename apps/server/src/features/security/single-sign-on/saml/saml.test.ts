import { verify } from 'node:crypto';
import { getVerifiedXml, parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { readSamlQuery } from '@powerset/testkit/saml-messages';
import {
  makeSamlSignOut,
  postedSamlSignOut,
  type SamlAnswerParts,
  type SamlProvider,
  type SamlSignOutParts,
  samlCertificate,
  samlEnvelope,
  samlOwnKey,
  signedSamlSignOut,
  startSamlProvider,
  strangersKey,
  withHiddenNames,
} from '@powerset/testkit/saml-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const start = '/api/v1/security/saml/';
const publicUrl = 'https://bi.example.com';
let provider: SamlProvider;
let running: InProcessApp;
let offset = 0;
const lines: string[] = [];

const settingsOf = (more: Readonly<Record<string, string>> = {}) => ({
  POWERSET_PUBLIC_URL: publicUrl,
  POWERSET_SAML_ISSUER: provider.issuer,
  POWERSET_SAML_SIGN_IN_URL: provider.signInUrl,
  POWERSET_SAML_CERTIFICATE: samlCertificate,
  POWERSET_SAML_USERNAME_ATTRIBUTE: 'uid',
  POWERSET_SAML_GROUPS_ATTRIBUTE: 'groups',
  POWERSET_SAML_ROLES: '{"bi-admins": "Admin", "staff": "Gamma, sql_lab"}',
  // A network for each browser of the tests.
  POWERSET_TRUSTED_PROXIES: '127.0.0.1',
  ...more,
});
const startApp = (more: Readonly<Record<string, string>> = {}) =>
  startInProcess({
    env: settingsOf(more),
    now: () => new Date(Date.now() + offset),
    onLog: (line) => lines.push(line),
  });

beforeAll(async () => {
  provider = await startSamlProvider();
  running = await startApp();
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});
beforeEach(() => {
  offset = 0;
  lines.length = 0;
});

let browsers = 0;

/** A browser that keeps this server's cookies, and sends none from another site's page. */
function browser() {
  const cookies = new Map<string, string>();
  browsers += 1;
  const network = `198.51.100.${browsers}`;
  const headers = () => ({
    'x-forwarded-for': network,
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  });
  const open = async (path: string) => {
    const answer = await fetch(`${running.url}${path}`, { redirect: 'manual', headers: headers() });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    open,
    /** To the provider: the address to which it is sent. */
    begin: async (path = start) => (await open(path)).headers.get('location') ?? '',
    /** What the provider's page sends, without a cookie; where that leads. */
    post: async (answer: string) => {
      const sent = await fetch(`${running.url}/saml/acs/`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': network, origin: 'https://idp.example.com' },
        body: new URLSearchParams({ SAMLResponse: answer, RelayState: '' }),
      });
      return sent.headers.get('location') ?? `${sent.status}`;
    },
    finish: async (path: string) => (await open(path)).headers.get('location') ?? '',
    me: async (): Promise<{ user: { username: string; roles: object } | null }> =>
      (await (await open('/api/v1/bootstrap')).json()) as never,
  };
}

async function signIn(visitor = browser(), change: Partial<SamlAnswerParts> = {}, path = start) {
  const address = await visitor.begin(path);
  const at = await visitor.finish(await visitor.post(provider.answerTo(address, change)));
  return { at, visitor, ...(await visitor.me()) };
}
const rolesOf = (user: { roles: object } | null) => Object.keys(user?.roles ?? {}).sort();

describe('who comes from a SAML provider', () => {
  it('gets an account with the roles of the groups, led to where he wanted to go, and the roles follow the groups', async () => {
    provider.signIn('id-1', {
      ...{ uid: ['ada'], givenName: ['Ada'], sn: ['Lovelace'], mail: ['ada@example.com'] },
      groups: ['staff', 'unknown'],
    });
    const first = await signIn(browser(), {}, `${start}?next=/chart/list/`);
    expect(first.at).toBe('/chart/list/');
    expect(first.user).toMatchObject({
      ...{ username: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' },
    });
    expect(rolesOf(first.user)).toEqual(['Gamma', 'sql_lab']);
    provider.signIn('id-1', { uid: ['renamed'], groups: ['bi-admins'] });
    const second = await signIn();
    expect([second.user?.username, rolesOf(second.user)]).toEqual(['ada', ['Admin']]);
    provider.signIn('id-1', { uid: ['renamed'], groups: [] });
    expect((await signIn()).at).toBe('/login/?sso=no_role&at=saml');
  });

  it('keeps the roles where the provider tells a link in place of the groups: nobody comes in then', async () => {
    provider.signIn('id-40', { uid: ['many'], groups: ['staff'] });
    const { visitor } = await signIn();
    const link = 'http://schemas.microsoft.com/claims/groups.link';
    provider.signIn('id-40', { uid: ['many'], [link]: ['https://graph.example.com/groups'] });
    expect((await signIn()).at).toBe('/login/?sso=failed&at=saml');
    expect(rolesOf((await visitor.me()).user)).toEqual(['Gamma', 'sql_lab']);
    expect(lines.join('\n')).toContain('let it tell fewer');
  });

  it('begins with the roles of the groups, and keeps those given here where they are not set anew', async () => {
    const usual = running;
    running = await startApp({ POWERSET_SAML_SYNC_ROLES: 'false' });
    try {
      provider.signIn('id-41', { uid: ['settled'], groups: ['staff'] });
      expect(rolesOf((await signIn()).user)).toEqual(['Gamma', 'sql_lab']);
      provider.signIn('id-41', { uid: ['settled'], groups: ['bi-admins'] });
      expect(rolesOf((await signIn()).user)).toEqual(['Gamma', 'sql_lab']);
    } finally {
      await running.stop();
      running = usual;
    }
  });

  it('does not get the account of somebody who has the name, unless its owner connects it', async () => {
    const owner = await running.signInAs('grace', ['Gamma']);
    provider.signIn('id-2', { uid: ['grace'], groups: ['staff'] });
    expect((await signIn()).at).toBe('/login/?sso=name_taken&at=saml');
    const visitor = browser();
    const entered = await apiClient(running.url).post('/api/v1/security/sign_in', {
      ...{ username: 'grace', password: 'a password for tests' },
    });
    for (const line of entered.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      visitor.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    expect((await signIn(visitor, {}, `${start}?connect=true`)).at).toBe('/user_info/?sso=connected&at=saml');
    const known = (await owner.get('/api/v1/me/identities/')).json.result;
    expect(known).toEqual([{ kind: 'saml', issuer: `saml:${provider.issuer}`, created_on: expect.any(String) }]);
    expect((await signIn()).user?.username).toBe('grace');
    expect((await owner.delete('/api/v1/me/identities/?kind=provider')).status).toBe(404);
    expect((await owner.delete('/api/v1/me/identities/?kind=saml')).status).toBe(200);
    expect((await signIn()).at).toBe('/login/?sso=name_taken&at=saml');
  });

  it('is turned away where the provider turns him away, which is noted', async () => {
    provider.signIn(null);
    expect((await signIn()).at).toBe('/login/?sso=refused&at=saml');
    const log = '/api/v1/log/?q=(filters:!((col:action,opr:eq,value:security.saml_finish)),page_size:100)';
    await expect.poll(async () => JSON.stringify((await running.admin.get(log)).json.result)).toContain('401');
  });

  it.each([
    ['a signed response around a signed assertion', { signed: 'both' }],
    ['a clock that is half a minute off', { now: new Date(Date.now() + 30_000) }],
    [
      'SHA-512',
      {
        signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
        digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512',
      },
    ],
  ] as const)('comes in with %s', async (_what, change) => {
    provider.signIn('id-3', { uid: ['eve'], groups: ['staff'] });
    expect((await signIn(browser(), change)).user?.username).toBe('eve');
  });
});

describe('an answer', () => {
  const failed = '/login/?sso=failed&at=saml';
  const expired = '/login/?sso=expired&at=saml';
  beforeEach(() => provider.signIn('id-9', { uid: ['mallory'], groups: ['staff'] }));

  const evil = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const forged = (xml: string) =>
    evil(xml)
      .replace(/<ds:Signature[\s\S]*<\/ds:Signature>|<Signature[\s\S]*<\/Signature>/, '')
      .replace('>mallory<', '>admin<');

  it.each<readonly [string, string, Partial<SamlAnswerParts>]>([
    [
      'with two parts of one ID',
      'have one ID',
      { after: (xml) => xml.replace('<samlp:Status>', '<samlp:Status Id="_athis">'), assertionId: 'this' },
    ],
    ['that nobody signed', 'Invalid signature', { signed: 'nothing' }],
    ['of which the response alone is signed', 'Invalid signature', { signed: 'response' }],
    ['that a stranger signed', 'Invalid signature', { key: strangersKey }],
    [
      'that was changed after it was signed',
      'Invalid signature',
      { after: (xml) => xml.replace('>mallory<', '>admin<') },
    ],
    [
      'that is signed with SHA-1',
      'not taken: http',
      { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    ],
    ['whose digest is SHA-1', 'not taken: http', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['for another audience', 'it is for another', { audience: 'https://other.example.com' }],
    ['for another recipient', 'nobody is confirmed', { recipient: 'https://other.example.com/saml/acs/' }],
    ['of another provider', 'it is of https://evil', { issuer: 'https://evil.example.com' }],
    [
      'that holds for nobody who bears it',
      'nobody is confirmed',
      { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    ],
    ['that is over', 'it does not hold now', { now: new Date(Date.now() - 600_000) }],
    ['that begins later', 'it does not hold now', { now: new Date(Date.now() + 600_000) }],
    ['without a sign-in', 'it says of nobody', { hasSignIn: false }],
    ['that is confirmed for no request', 'nobody is confirmed', { confirmedRequestId: null }],
    ['that is confirmed for another request', 'answers another request', { confirmedRequestId: '_another' }],
    [
      'of somebody who has another name each time',
      'nobody who could be known again',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    [
      'with a forged assertion before the signed one',
      'several assertions',
      { after: (xml) => xml.replace('<saml:Assertion', `${forged(xml)}<saml:Assertion`) },
    ],
    [
      'with a forged assertion behind the signed one',
      'several assertions',
      { after: (xml) => xml.replace('</samlp:Response>', `${forged(xml)}</samlp:Response>`) },
    ],
    [
      'in which the signed assertion hides inside a forged one',
      'several assertions',
      {
        after: (xml) =>
          xml.replace(
            evil(xml),
            forged(xml).replace(
              '</saml:Assertion>',
              `<x:Hidden xmlns:x="urn:x">${evil(xml)}</x:Hidden></saml:Assertion>`,
            ),
          ),
      },
    ],
    [
      'in which the signed assertion hides in an object of the signature',
      'several assertions',
      {
        after: (xml) => xml.replace('</Signature>', `<Object>${forged(xml)}</Object></Signature>`),
      },
    ],
    [
      'with a type of entities',
      'It holds a type',
      { after: (xml) => `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${xml}` },
    ],
    [
      'with a comment in a name',
      'It holds a type',
      { after: (xml) => xml.replace('>mallory<', '>mallory<!-- -->.evil<') },
    ],
    ['with a section', 'It holds a type', { after: (xml) => xml.replace('>mallory<', '><![CDATA[admin]]><') }],
    ['that is no XML', 'sent nothing that can be believed', { after: (xml) => xml.slice(0, 900) }],
    [
      'that is nested without end',
      'nested too deeply',
      { after: (xml) => xml.replace('<samlp:Status>', `${'<x>'.repeat(20_000)}<samlp:Status>`) },
    ],
    ['that is no text', 'Invalid signature', { after: (xml) => xml.replace('mallory', '\u0000') }],
  ])('%s lets nobody in', async (_what, reason, change) => {
    const { at, user } = await signIn(browser(), change);
    expect(lines.join('\n')).toContain(reason);
    expect([at, user]).toEqual([failed, null]);
    expect((await fetch(`${running.url}/health`)).status).toBe(200);
  });

  it('is of the browser that was sent there, and opens nothing in another', async () => {
    const [victim, thief] = [browser(), browser()];
    const address = await victim.begin();
    // The victim's answer in the thief's browser, and the thief's own in the victim's.
    const where = await victim.post(provider.answerTo(address));
    expect(await thief.finish(where)).toBe(expired);
    expect((await thief.me()).user).toBeNull();
    await thief.begin();
    expect(await thief.finish(where)).toBe(expired);
    expect(await victim.finish(where)).toBe('/');
    expect((await victim.me()).user?.username).toBe('mallory');
  });

  it('is taken once: neither the assertion nor the request comes a second time', async () => {
    const visitor = browser();
    const address = await visitor.begin();
    const answer = provider.answerTo(address, { assertionId: 'once' });
    expect(await visitor.post(answer)).toBe('/saml/finish/');
    expect(await visitor.post(answer)).toBe('/saml/finish/?failure=expired');
    expect(await visitor.post(provider.answerTo(address))).toBe('/saml/finish/?failure=expired');
    const cookies = new Map(visitor.cookies);
    expect(await visitor.finish('/saml/finish/')).toBe('/');
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    expect(await visitor.finish('/saml/finish/')).toBe(expired);
    const other = await visitor.begin();
    expect(await visitor.post(provider.answerTo(other, { assertionId: 'once' }))).toBe('/saml/finish/?failure=expired');
  });

  it('that nobody asked for leads nowhere, nor one to a request that is too old or not ours', async () => {
    const visitor = browser();
    const address = await visitor.begin();
    for (const requestId of ['', '_made-up', `${'x'.repeat(300)}`])
      expect(await visitor.post(provider.answerTo(address, { requestId, confirmedRequestId: requestId }))).toBe(
        '/saml/finish/?failure=expired',
      );
    offset = 601_000;
    const late = provider.answerTo(address, { now: new Date(Date.now() + offset) });
    expect(await visitor.post(late)).toBe('/saml/finish/?failure=expired');
    expect(await visitor.finish('/saml/finish/?failure=%3Cscript%3E')).toBe(failed);
  });

  it('waits two minutes for its browser and is gone then', async () => {
    const visitor = browser();
    await visitor.post(provider.answerTo(await visitor.begin()));
    offset = 121_000;
    expect(await visitor.finish('/saml/finish/')).toBe(expired);
    offset = 1_300_000;
    await visitor.post(provider.answerTo(await visitor.begin(), { now: new Date(Date.now() + offset) }));
    const rows = await running.app.services.store.selectFrom('saml_answers').select('request_id').execute();
    expect(rows).toHaveLength(1);
  });

  it('of a stranger who sends one after the other is refused after a while, and none is larger than is read', async () => {
    const visitor = browser();
    for (let at = 0; at < 60; at += 1) await visitor.post('bm90aGluZw==');
    expect(await visitor.post('bm90aGluZw==')).toBe('429');
    expect(await browser().post('A'.repeat(400_000))).toBe('400');
    const bare = await fetch(`${running.url}/saml/acs/`, { method: 'POST', body: new URLSearchParams({ x: 'y' }) });
    expect([bare.status, await bare.json()]).toEqual([
      400,
      expect.objectContaining({ message: { SAMLResponse: [expect.any(String)] } }),
    ]);
  });
});

describe('a server with a key of its own', () => {
  let own: InProcessApp;
  beforeAll(async () => {
    own = await startApp({ POWERSET_SAML_KEY: samlOwnKey() });
  });
  afterAll(() => own.stop());
  const signInThere = async (change: Partial<SamlAnswerParts>) => {
    const before = running;
    running = own;
    try {
      return await signIn(browser(), change);
    } finally {
      running = before;
    }
  };

  it('signs its requests, and says with what', async () => {
    const before = running;
    running = own;
    const address = await browser().begin();
    running = before;
    const [, query = ''] = address.split('?');
    const [text = '', signature = ''] = query.split('&Signature=');
    expect(text).toMatch(
      /^SAMLRequest=[^&]+&SigAlg=http%3A%2F%2Fwww\.w3\.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256$/,
    );
    const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
    expect(verify('sha256', Buffer.from(text), samlCertificate, bytes)).toBe(true);
    const metadata = await (await fetch(`${own.url}/saml/metadata/`)).text();
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect(metadata.match(/<X509Certificate>[^<]{500,}/g)).toHaveLength(2);
    expect(await (await fetch(`${running.url}/saml/metadata/`)).text()).not.toContain('KeyDescriptor');
  });

  it.each(['aes128-gcm', 'aes256-gcm', 'aes256-cbc'] as const)(
    'takes an assertion that is encrypted with %s',
    async (cipher) => {
      provider.signIn('id-30', { uid: ['hidden'], groups: ['staff'] });
      expect((await signInThere({ encryption: { cipher } })).user?.username).toBe('hidden');
      expect((await signInThere({ encryption: { cipher }, signed: 'both' })).user?.username).toBe('hidden');
      expect((await signInThere({})).user?.username).toBe('hidden');
    },
  );

  const cipher = 'aes256-gcm' as const;
  it.each<readonly [string, string, Partial<SamlAnswerParts>]>([
    ['that nobody signed', 'Invalid signature', { encryption: { cipher }, signed: 'nothing' }],
    ['that a stranger signed', 'Invalid signature', { encryption: { cipher }, key: strangersKey }],
    [
      'with a comment inside',
      'It holds a type',
      { encryption: { cipher }, after: (xml) => xml.replace('>hidden<', '>hid<!-- -->den<') },
    ],
    [
      'that was changed',
      'could not be decrypted',
      {
        encryption: {
          cipher,
          after: (xml) =>
            xml.replace(/(.{8})(<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/, 'AAAAAAAA$2'),
        },
      },
    ],
    ['in a way of long ago', 'in a way that is not taken', { encryption: { cipher: 'tripledes-cbc' } }],
    [
      'with a padding of long ago',
      'in a way that is not taken',
      { encryption: { cipher, wrapping: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' } },
    ],
    [
      'beside another',
      'several',
      {
        encryption: {
          cipher,
          after: (xml) => xml.replace(/(<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>)/, '$1$1'),
        },
      },
    ],
  ])('lets nobody in by one %s', async (_what, reason, change) => {
    provider.signIn('id-30', { uid: ['hidden'], groups: ['staff'] });
    const { at, user } = await signInThere(change);
    expect(lines.join('\n')).toContain(reason);
    expect([at, user]).toEqual(['/login/?sso=failed&at=saml', null]);
  });

  it('is needed: without one an encrypted assertion is refused', async () => {
    provider.signIn('id-30', { uid: ['hidden'], groups: ['staff'] });
    expect((await signIn(browser(), { encryption: { cipher } })).at).toBe('/login/?sso=failed&at=saml');
    expect(lines.join('\n')).toContain('Its assertion is encrypted.');
  });
});

describe('signing out', () => {
  const serviceUrl = `${publicUrl}/saml/sls/`;
  const signOutUrl = 'https://idp.example.com/slo?tenant=1';
  const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  let usual: InProcessApp;
  beforeAll(async () => {
    usual = running;
    running = await startApp({ POWERSET_SAML_KEY: samlOwnKey(), POWERSET_SAML_SIGN_OUT_URL: signOutUrl });
  });
  afterAll(async () => {
    await running.stop();
    running = usual;
  });
  beforeEach(() => provider.signIn('id&amp;50', { uid: ['leaver'], groups: ['staff'] }));

  const pathOf = (address: string) => address.slice(publicUrl.length);
  const sendOut = async (visitor: ReturnType<typeof browser>, parts: Partial<SamlSignOutParts> = {}) =>
    visitor.finish(
      pathOf(makeSamlSignOut({ serviceUrl, nameId: 'id&amp;50', now: new Date(Date.now() + offset), ...parts })),
    );
  const nameOf = async (visitor: ReturnType<typeof browser>) => (await visitor.me()).user?.username ?? null;
  const isSigned = (address: string) => {
    const [text = '', signature = ''] = (address.split('?tenant=1&')[1] ?? '').split('&Signature=');
    return verify('sha256', Buffer.from(text), samlCertificate, Buffer.from(decodeURIComponent(signature), 'base64'));
  };
  /** As the page does it: where the browser goes then. */
  const signOutHere = async (visitor: ReturnType<typeof browser>): Promise<string | undefined> => {
    const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
    const token = await apiClient(running.url, { cookie }).get('/api/v1/security/csrf_token/');
    const client = apiClient(running.url, { cookie, 'x-csrftoken': token.json.result });
    return (await client.post('/api/v1/security/sign_out')).json.redirect;
  };

  it('here leads to the provider with the name and session that it gave, signed, and back to the sign-in page', async () => {
    const { visitor } = await signIn(browser(), { sessionIndex: 's&amp;1' });
    const address = (await signOutHere(visitor)) ?? '';
    expect(await nameOf(visitor)).toBeNull();
    expect(address.startsWith(`${signOutUrl}&SAMLRequest=`)).toBe(true);
    expect(isSigned(address)).toBe(true);
    const xml = readSamlQuery(address);
    expect(xml).toContain(`<saml:NameID Format="${persistent}">id&amp;50</saml:NameID>`);
    expect(xml).toContain('<samlp:SessionIndex>s&amp;1</samlp:SessionIndex>');
    expect(xml).toContain(`Destination="${signOutUrl}"`);
    expect(xml).toContain(`<saml:Issuer>${publicUrl}/saml/metadata/</saml:Issuer>`);
    const answers = / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
    expect(await sendOut(visitor, { answers })).toBe('/login/');
    const responder = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
    const partly = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/></samlp:StatusCode>';
    const inside = (xml: string) => xml.replace(/"\/><\/samlp:Status>/, `">${partly}</samlp:Status>`);
    const beside = (xml: string) =>
      xml.replace('</samlp:Status>', `<samlp:StatusCode Value="${responder}"/></samlp:Status>`);
    for (const change of [{ status: responder }, { before: inside }, { before: beside }])
      expect(await sendOut(visitor, { answers, ...change })).toBe('/login/?sso=still_there&at=saml');
    for (const other of ['_made-up', '']) expect(await sendOut(visitor, { answers: other })).toContain('sso=failed');
    offset = 601_000;
    expect(await sendOut(visitor, { answers })).toContain('sso=failed');
  });

  it('is only here for a session of a password, and where the provider’s address is not known', async () => {
    await running.signInAs('local', ['Gamma']);
    const entered = await running.signInAs('local-two', ['Gamma']);
    expect((await entered.post('/api/v1/security/sign_out')).json).toEqual({ result: 'OK' });
    const mine = running;
    running = usual;
    const { visitor } = await signIn();
    expect(await signOutHere(visitor)).toBeUndefined();
    expect(await nameOf(visitor)).toBeNull();
    expect((await visitor.open('/saml/sls/')).status).toBe(404);
    expect((await sendFrom('/saml/sls/', null, postedSamlSignOut(person))).status).toBe(404);
    expect((await call('')).status).toBe(404);
    running = mine;
  });

  it('at the provider ends its sessions here without their cookies, the others go on, and is answered', async () => {
    const [first, second, other] = [browser(), browser(), browser()];
    await signIn(first, { sessionIndex: 'one' });
    await signIn(second, { sessionIndex: 'two' });
    provider.signIn('id-51', { uid: ['neighbour'], groups: ['staff'] });
    await signIn(other, { sessionIndex: 'one' });
    const answer = await sendOut(browser(), { id: '_out1', sessionIndexes: ['one'], relayState: 'a b&c' });
    expect(answer.startsWith(`${signOutUrl}&SAMLResponse=`)).toBe(true);
    expect(isSigned(answer)).toBe(true);
    expect(new URL(answer).searchParams.get('RelayState')).toBe('a b&c');
    expect(readSamlQuery(answer)).toContain(' InResponseTo="_out1"');
    expect(readSamlQuery(answer)).toContain('status:Success');
    expect([await nameOf(first), await nameOf(second), await nameOf(other)]).toEqual([null, 'leaver', 'neighbour']);
    // Without an index all of the person's.
    await sendOut(browser());
    expect([await nameOf(second), await nameOf(other)]).toEqual([null, 'neighbour']);
    // Whoever is not here is signed out.
    expect(readSamlQuery(await sendOut(other, { nameId: 'a stranger' }))).toContain('status:Success');
    expect(await nameOf(other)).toBe('neighbour');
  });

  it('ends tokens of the person as well, and clears the browser that comes with it', async () => {
    const { visitor } = await signIn();
    const { store, sessions } = running.app.services;
    const people = store.selectFrom('users').select(['id', 'token_epoch as tokenEpoch']);
    const holder = await people.where('username', '=', 'leaver').executeTakeFirstOrThrow();
    const authorization = `Bearer ${await sessions.signToken(holder, 'access')}`;
    const own = async () => (await apiClient(running.url, { authorization }).get('/api/v1/me/')).status;
    expect(await own()).toBe(200);
    await sendOut(visitor, { now: new Date(Date.now() - 30_000) });
    expect(await own()).toBe(401);
    expect(visitor.cookies.has('powerset_session')).toBe(false);
    const rows = await running.app.services.store.selectFrom('saml_sessions').selectAll().execute();
    expect(rows.some(({ name_id: name }) => name.includes('id&50'))).toBe(false);
  });

  it('is asked for once: what somebody kept ends no later session', async () => {
    const { visitor } = await signIn();
    const address = pathOf(makeSamlSignOut({ serviceUrl, nameId: 'id&amp;50' }));
    expect(await visitor.finish(address)).toContain('SAMLResponse');
    const again = await signIn();
    expect(await browser().finish(address)).toBe('/login/?sso=failed&at=saml');
    expect(await nameOf(again.visitor)).toBe('leaver');
  });

  it.each<readonly [string, Partial<SamlSignOutParts>, (address: string) => string]>([
    ['that nobody signed', { key: null }, (address) => address],
    ['that a stranger signed', { key: strangersKey }, (address) => address],
    ['that is signed with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, (a) => a],
    ['of another provider', { issuer: 'https://evil.example.com' }, (address) => address],
    [
      'for another address',
      { before: (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://x/"') },
      (a) => a,
    ],
    ['for no address', { before: (xml) => xml.replace(/Destination="[^"]*"/, '') }, (address) => address],
    ['of long ago', { now: new Date(Date.now() - 700_000) }, (address) => address],
    ['of later', { now: new Date(Date.now() + 3_600_000) }, (address) => address],
    [
      'that is over',
      { before: (xml) => xml.replace(' Destination', ' NotOnOrAfter="2020-01-01T00:00:00Z" Destination') },
      (a) => a,
    ],
    ['of another kind', { before: (xml) => xml.replaceAll('LogoutRequest', 'AuthnRequest') }, (address) => address],
    ['that hides nobody', { before: (xml) => xml.replaceAll('saml:NameID', 'saml:EncryptedID') }, (address) => address],
    ['with a type of entities', { before: (xml) => `<!DOCTYPE r [<!ENTITY a "b">]>${xml}` }, (address) => address],
    [
      'with a comment in the name',
      { before: (xml) => xml.replace('id&amp;50<', 'id&amp;50<!-- -->x<') },
      (address) => address,
    ],
    [
      'that grows without end',
      { before: (xml) => xml.replace('</saml:Issuer>', `${' '.repeat(5_000_000)}</saml:Issuer>`) },
      (a) => a,
    ],
    [
      'whose name is another’s namespace',
      { before: (xml) => xml.replace('SAML:2.0:protocol', 'SAML:1.0:protocol') },
      (a) => a,
    ],
    [
      'with another request before it',
      {},
      (address) => address.replace('SAMLRequest=', 'SAMLRequest=abc&SAMLRequest='),
    ],
    ['with a state that was put to it', {}, (address) => address.replace('&SigAlg', '&RelayState=x&SigAlg')],
    ['that is cut', {}, (address) => address.slice(0, -40)],
    ['of nothing', {}, () => `${publicUrl}/saml/sls/`],
    ['that is no text', {}, () => `${publicUrl}/saml/sls/?SAMLRequest=%E0%A4%A&SigAlg=%&Signature=x`],
  ])('%s signs nobody out', async (_what, parts, change) => {
    const { visitor } = await signIn();
    const address = makeSamlSignOut({ serviceUrl, nameId: 'id&amp;50', ...parts });
    expect(await browser().finish(pathOf(change(address)))).toBe('/login/?sso=failed&at=saml');
    expect(await nameOf(visitor)).toBe('leaver');
  });

  const person = { serviceUrl, nameId: 'id&amp;50' };
  const networks = { next: 0 };
  const sendFrom = (path: string, type: string | null, body: string | URLSearchParams) => {
    networks.next += 1;
    const headers = { 'x-forwarded-for': `203.0.113.${networks.next}`, ...(type ? { 'content-type': type } : {}) };
    return fetch(`${running.url}${path}`, { method: 'POST', redirect: 'manual', headers, body });
  };
  const post = async (form: URLSearchParams) =>
    (await sendFrom('/saml/sls/', null, form)).headers.get('location') ?? 'nowhere';
  const soapUrl = `${serviceUrl}soap/`;
  const call = async (message: string, type = 'text/xml; charset=utf-8') => {
    const answer = await sendFrom('/saml/sls/soap/', type, samlEnvelope(message));
    return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') };
  };
  const timed = () => ({ now: new Date(Date.now() + offset) });

  it('by a page that the provider posts ends its sessions, is answered by way of the browser, and taken once', async () => {
    const [first, second] = [browser(), browser()];
    await signIn(first, { sessionIndex: 'one' });
    await signIn(second, { sessionIndex: 'two' });
    const form = postedSamlSignOut({ ...person, id: '_p1', sessionIndexes: ['one'], relayState: 'a b' });
    const answer = await post(form);
    expect(isSigned(answer)).toBe(true);
    expect(new URL(answer).searchParams.get('RelayState')).toBe('a b');
    expect(readSamlQuery(answer)).toContain(' InResponseTo="_p1"');
    expect([await nameOf(first), await nameOf(second)]).toEqual([null, 'leaver']);
    await signIn(first, { sessionIndex: 'one' });
    expect(await post(form)).toBe('/login/?sso=failed&at=saml');
    expect(await nameOf(first)).toBe('leaver');
    // Nor by another way.
    expect(await sendOut(browser(), { id: '_p1' })).toBe('/login/?sso=failed&at=saml');
    const unknown = await post(postedSamlSignOut({ ...person, nameId: 'a stranger' }));
    expect(readSamlQuery(unknown)).toContain('status:Success');
    expect(await nameOf(second)).toBe('leaver');
  });

  it('that began here is answered by a page that the provider posts', async () => {
    const { visitor } = await signIn();
    const answers = / ID="([^"]*)"/.exec(readSamlQuery((await signOutHere(visitor)) ?? ''))?.[1] ?? '';
    expect(await post(postedSamlSignOut({ ...person, answers }))).toBe('/login/');
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
    expect(await post(postedSamlSignOut({ ...person, answers, status }))).toBe('/login/?sso=still_there&at=saml');
    expect(await post(postedSamlSignOut({ ...person, answers: '_made-up' }))).toContain('sso=failed');
  });

  it('by the provider itself ends sessions past their browsers, is answered with a signature, and taken once', async () => {
    const [first, second] = [browser(), browser()];
    await signIn(first, { sessionIndex: 'one' });
    await signIn(second, { sessionIndex: 'two' });
    const message = signedSamlSignOut({ ...person, serviceUrl: soapUrl, id: '_s1', sessionIndexes: ['one'] });
    const { status, text, type } = await call(message);
    expect([status, type]).toEqual([200, 'text/xml; charset=utf-8']);
    const [response = ''] = /<samlp:LogoutResponse[\s\S]*<\/samlp:LogoutResponse>/.exec(text) ?? [];
    expect(response).toContain(' InResponseTo="_s1"');
    expect(response).toContain('status:Success');
    const document = await parseDomFromString(response);
    expect(getVerifiedXml(response, document.documentElement, [samlCertificate])).toContain('_s1');
    expect([await nameOf(first), await nameOf(second)]).toEqual([null, 'leaver']);
    expect((await call(message)).status).toBe(400);
    // Without an index all of the person's.
    expect((await call(signedSamlSignOut({ ...person, serviceUrl: soapUrl }))).status).toBe(200);
    expect(await nameOf(second)).toBeNull();
  });

  it('takes XML at that address alone, and no more of it than such a message needs', async () => {
    const elsewhere = await sendFrom('/api/v1/security/login', 'text/xml', samlEnvelope('x'));
    expect([elsewhere.status, await elsewhere.text()]).toEqual([400, expect.stringContaining('JSON')]);
    expect((await call('x'.repeat(70_000))).status).toBe(413);
    expect((await call('{}', 'application/json')).status).toBe(400);
    expect((await call('{}', 'application/json')).text).not.toContain('soap:Fault');
  });

  it.each(['by address', 'by a page', 'by the provider itself'])(
    'finds who it is where his name is encrypted, %s',
    async (way) => {
      const { visitor } = await signIn();
      const before = (xml: string) => withHiddenNames(xml);
      if (way === 'by address') await sendOut(browser(), { before });
      else if (way === 'by a page') await post(postedSamlSignOut({ ...person, ...timed(), before }));
      else await call(signedSamlSignOut({ ...person, serviceUrl: soapUrl, before }));
      expect(await nameOf(visitor)).toBeNull();
    },
  );

  it('knows who signed in with a name that was encrypted inside of what was signed', async () => {
    provider.signIn('id-60', { uid: ['masked'], groups: ['staff'] });
    const before = (xml: string) => withHiddenNames(xml);
    const { user, visitor } = await signIn(browser(), { before, sessionIndex: 'm' });
    expect(user?.username).toBe('masked');
    await call(signedSamlSignOut({ ...person, serviceUrl: soapUrl, nameId: 'id-60', sessionIndexes: ['m'] }));
    expect(await nameOf(visitor)).toBeNull();
    const broken: readonly ((xml: string) => string)[] = [
      (xml) => withHiddenNames(xml, { cipher: 'tripledes-cbc' }),
      (xml) => withHiddenNames(xml.replace(/<saml:NameID[^<]*<\/saml:NameID>/, (name) => `${name}${name}`)),
      (xml) => withHiddenNames(xml, { cipher: 'aes256-gcm', wrapping: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }),
    ];
    for (const one of broken) expect((await signIn(browser(), { before: one })).at).toContain('sso=failed');
    // What was put there after it was signed is not what was signed.
    expect((await signIn(browser(), { after: before })).at).toContain('sso=failed');
  });

  const digested = (xml: string) => xml.replace('id&amp;50', 'id&amp;51');
  /** The signed message, inside another that names somebody else. */
  const wrapped = (xml: string) =>
    xml
      .replace(/^<samlp:LogoutRequest([^>]*) ID="[^"]*"/, `<samlp:LogoutRequest$1 ID="_evil"`)
      .replace(
        '</samlp:LogoutRequest>',
        `<samlp:Extensions>${xml.replace(/<Signature[\s\S]*<\/Signature>/, '')}</samlp:Extensions></samlp:LogoutRequest>`,
      );
  const unsound: readonly (readonly [string, Partial<SamlSignOutParts>, (xml: string) => string])[] = [
    ['that nobody signed', { key: null }, (xml) => xml],
    ['that a stranger signed', { key: strangersKey }, (xml) => xml],
    ['that was signed with SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, (xml) => xml],
    ['of another provider', { issuer: 'https://evil.example.com' }, (xml) => xml],
    ['for another address', { serviceUrl: 'https://x/' }, (xml) => xml],
    ['for no address', { before: (xml) => xml.replace(/ Destination="[^"]*"/, '') }, (xml) => xml],
    ['of long ago', { now: new Date(Date.now() - 700_000) }, (xml) => xml],
    [
      'that is over',
      { before: (xml) => xml.replace(' Destination', ' NotOnOrAfter="2020-01-01T00:00:00Z" Destination') },
      (xml) => xml,
    ],
    ['that was changed', {}, digested],
    ['that is wrapped in another', {}, wrapped],
    [
      'whose signature is of a part of it',
      {},
      (xml) => xml.replace('<samlp:LogoutRequest', '<samlp:LogoutRequest x="1"'),
    ],
    ['with two signatures', {}, (xml) => xml.replace(/(<Signature[\s\S]*<\/Signature>)/, '$1$1')],
    [
      'with an ID that is there twice',
      {},
      (xml) => xml.replace('<saml:Issuer', `<saml:Issuer ID="${/ ID="([^"]*)"/.exec(xml)?.[1]}"`),
    ],
    [
      'with a type of entities',
      {},
      (xml) => `<!DOCTYPE r [<!ENTITY a "${'b'.repeat(100)}"><!ENTITY c "&a;&a;&a;">]>${xml}`,
    ],
    ['with a comment in the name', {}, (xml) => xml.replace('id&amp;50<', 'id&amp;50<!-- -->x<')],
    ['that is nested without end', {}, (xml) => xml.replace('<saml:NameID>', `${'<a>'.repeat(3000)}<saml:NameID>`)],
    [
      'that says of a response that it asks',
      { before: (xml) => xml.replaceAll('LogoutRequest', 'LogoutRequests') },
      (xml) => xml,
    ],
    [
      'whose name is encrypted with what is not taken',
      { before: (xml) => withHiddenNames(xml, { cipher: 'tripledes-cbc' }) },
      (xml) => xml,
    ],
    ['whose name was encrypted after it was signed', {}, (xml) => withHiddenNames(xml)],
    [
      'with a signature in what is encrypted',
      {},
      (xml) => withHiddenNames(xml).replace('<xenc:EncryptedData', '<Signature/><xenc:EncryptedData'),
    ],
    ['that is no document', {}, () => 'abc'],
  ];

  it.each(unsound)('by a page or by the provider itself: one %s signs nobody out', async (_what, parts, change) => {
    const { visitor } = await signIn();
    const given = (address: string) => ({ ...person, serviceUrl: address, ...parts });
    expect(await post(postedSamlSignOut(given(serviceUrl), change))).toBe('/login/?sso=failed&at=saml');
    const { status, text } = await call(change(signedSamlSignOut(given(soapUrl))));
    expect([status, text.includes('Fault')]).toEqual([400, true]);
    expect(await nameOf(visitor)).toBe('leaver');
  });

  it('by a page is no other thing than a request or a response, and by the provider itself a request', async () => {
    const { visitor } = await signIn();
    const both = postedSamlSignOut(person);
    both.set('SAMLResponse', 'x');
    for (const form of [both, new URLSearchParams(), postedSamlSignOut({ ...person, relayState: 'x'.repeat(1001) })])
      expect(await post(form)).toBe('/login/?sso=failed&at=saml');
    const long = new URLSearchParams({ SAMLRequest: 'x'.repeat(90_001) });
    expect((await sendFrom('/saml/sls/', null, long)).status).toBe(400);
    const answer = signedSamlSignOut({ ...person, serviceUrl: soapUrl, answers: '_x' });
    const message = signedSamlSignOut({ ...person, serviceUrl: soapUrl });
    for (const sent of [answer, `${message}${message}`, '']) expect((await call(sent)).status).toBe(400);
    // For the other address.
    expect((await call(signedSamlSignOut(person))).status).toBe(400);
    expect(await nameOf(visitor)).toBe('leaver');
  });

  it('makes a network wait that brings nothing sound', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.250' };
    const bad = () =>
      fetch(`${running.url}/saml/sls/`, {
        ...{ method: 'POST', redirect: 'manual', headers },
        body: new URLSearchParams({ SAMLRequest: 'eA==' }),
      } as const);
    const statuses: number[] = [];
    for (let tries = 0; tries < 62; tries += 1) statuses.push((await bad()).status);
    expect(statuses[0]).toBe(303);
    expect(statuses.at(-1)).toBe(429);
  });

  it('stands in the metadata where the provider’s address is known', async () => {
    const read = async (app: InProcessApp) => (await fetch(`${app.url}/saml/metadata/`)).text();
    const text = await read(running);
    for (const [binding, address] of [
      ['HTTP-Redirect', serviceUrl],
      ['HTTP-POST', serviceUrl],
      ['SOAP', `${serviceUrl}soap/`],
    ])
      expect(text).toContain(
        `<SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${address}"/>`,
      );
    expect(await read(usual)).not.toContain('SingleLogoutService');
  });
});

it('the provider reads of this server what it must know, and people the provider’s name', async () => {
  const answer = await fetch(`${running.url}/saml/metadata/`);
  expect(answer.headers.get('content-type')).toContain('samlmetadata+xml');
  const text = await answer.text();
  expect(text).toContain(`entityID="${publicUrl}/saml/metadata/"`);
  expect(text).toContain(`Location="${publicUrl}/saml/acs/"`);
  expect((await apiClient(running.url).get('/api/v1/bootstrap')).json.conf.SAML_LABEL).toBe('single sign-on');
  const request = new URL(await browser().begin());
  expect(request.origin + request.pathname).toBe(provider.signInUrl);
});

it('nothing of it is there without a provider', async () => {
  const plain = await startInProcess();
  const client = apiClient(plain.url);
  const tries = [client.get(start), client.get('/saml/metadata/'), client.get('/saml/finish/')];
  for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
  const posted = await fetch(`${plain.url}/saml/acs/`, {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: 'x' }),
  });
  expect(posted.status).toBe(404);
  await plain.stop();
});
