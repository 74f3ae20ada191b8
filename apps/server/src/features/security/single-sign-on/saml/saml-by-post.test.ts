import { getVerifiedXml, parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { readPostPage, readSamlForm, readSamlQuery } from '@powerset/testkit/saml-messages';
import {
  makeSamlSignOut,
  postedSamlSignOut,
  type SamlProvider,
  samlCertificate,
  samlOwnKey,
  startSamlProvider,
} from '@powerset/testkit/saml-provider';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const start = '/api/v1/security/saml/';
const publicUrl = 'https://bi.example.com';
const serviceUrl = `${publicUrl}/saml/sls/`;
const signOutUrl = 'https://idp.example.com/slo?tenant="><script>1</script>&x=1';
const attack = '"><script>alert(1)</script>';
let provider: SamlProvider;
let running: InProcessApp;
let offset = 0;

const startApp = (more: Readonly<Record<string, string>>) =>
  startInProcess({
    env: {
      POWERSET_PUBLIC_URL: publicUrl,
      POWERSET_SAML_ISSUER: provider.issuer,
      POWERSET_SAML_CERTIFICATE: samlCertificate,
      POWERSET_SAML_USERNAME_ATTRIBUTE: 'uid',
      POWERSET_SAML_DEFAULT_ROLES: 'Gamma',
      ...more,
    },
    now: () => new Date(Date.now() + offset),
  });

beforeAll(async () => {
  provider = await startSamlProvider();
  running = await startApp({
    POWERSET_SAML_SIGN_IN_POST_URL: provider.signInUrl,
    POWERSET_SAML_SIGN_OUT_POST_URL: signOutUrl,
    POWERSET_SAML_KEY: samlOwnKey(),
  });
});
afterAll(async () => {
  await running.stop();
  await provider.stop();
});
beforeEach(() => {
  offset = 0;
  provider.signIn('id&amp;70', { uid: ['poster'] });
});

/** A browser that keeps the cookies of a server. */
function browser(app = running) {
  const cookies = new Map<string, string>();
  const headers = () => ({ cookie: [...cookies].map((pair) => pair.join('=')).join('; ') });
  const open = async (path: string, more: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${app.url}${path}`, { redirect: 'manual', headers: { ...headers(), ...more } });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return answer;
  };
  /** A page of the provider sends it, without a cookie. */
  const post = (path: string, body: URLSearchParams) =>
    fetch(`${app.url}${path}`, { method: 'POST', redirect: 'manual', body });
  const me = async () => (await apiClient(app.url, headers()).get('/api/v1/bootstrap')).json.user?.username ?? null;
  const signIn = async (relayState = '') => {
    const page = await (await open(`${start}?next=/chart/list/`)).text();
    const answer = new URLSearchParams({ SAMLResponse: provider.answerTo(page), RelayState: relayState });
    const there = (await post('/saml/acs/', answer)).headers.get('location') ?? '';
    return (await open(there)).headers.get('location');
  };
  /** As the page does it: where the browser goes then. */
  const signOut = async (): Promise<string> => {
    const token = await apiClient(app.url, headers()).get('/api/v1/security/csrf_token/');
    const client = apiClient(app.url, { ...headers(), 'x-csrftoken': token.json.result });
    return (await client.post('/api/v1/security/sign_out')).json.redirect;
  };
  return { open, post, me, signIn, signOut };
}

/** The text that is signed in the document of a page; throws for one that is not ours. */
async function signedIn(html: string): Promise<string> {
  const xml = readSamlForm(readPostPage(html).fields);
  const { documentElement } = await parseDomFromString(xml);
  return getVerifiedXml(xml, documentElement, [samlCertificate]) ?? 'not signed';
}

const wayOut = '/login/?sso=still_there&at=saml';

describe('a provider that takes messages by HTTP-POST alone', () => {
  it('is sent the request by a page, signed inside, and lets people in', async () => {
    const visitor = browser();
    const page = await visitor.open(start);
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const html = await page.text();
    const { action, fields } = readPostPage(html);
    expect([action, [...fields.keys()]]).toEqual([provider.signInUrl, ['SAMLRequest']]);
    const request = await signedIn(html);
    expect(request).toContain(`Destination="${provider.signInUrl}"`);
    expect(request).toContain(`>${publicUrl}/saml/metadata/</saml:Issuer>`);
    expect(await visitor.signIn()).toBe('/chart/list/');
    expect(await visitor.me()).toBe('poster');
  });

  it('leads nowhere else by the state that it brings back', async () => {
    const visitor = browser();
    expect(await visitor.signIn(`https://evil.example.com/${attack}`)).toBe('/chart/list/');
    expect(await visitor.me()).toBe('poster');
  });

  it('is sent a request without a signature where the server has no key', async () => {
    const app = await startApp({ POWERSET_SAML_SIGN_IN_POST_URL: provider.signInUrl });
    const html = await (await browser(app).open(start)).text();
    expect(readSamlForm(readPostPage(html).fields)).toMatch(/^<samlp:AuthnRequest (?!.*Signature)/);
    expect((await browser(app).open('/saml/leave/?id=x')).status).toBe(404);
    await app.stop();
  });

  it('is not taken for one where it takes an address as well', async () => {
    const app = await startApp({
      ...{ POWERSET_SAML_SIGN_IN_URL: provider.signInUrl, POWERSET_SAML_SIGN_IN_POST_URL: 'https://idp.example.com/p' },
      ...{ POWERSET_SAML_SIGN_OUT_URL: 'https://idp.example.com/o', POWERSET_SAML_SIGN_OUT_POST_URL: signOutUrl },
      POWERSET_SAML_KEY: samlOwnKey(),
    });
    const begun = await browser(app).open(start);
    expect([begun.status, begun.headers.get('location')?.startsWith(`${provider.signInUrl}?`)]).toEqual([302, true]);
    const out = makeSamlSignOut({ serviceUrl, nameId: 'x' }).slice(publicUrl.length);
    const answer = (await browser(app).open(out)).headers.get('location') ?? '';
    expect(answer).toContain('https://idp.example.com/o?SAMLResponse=');
    expect(readSamlQuery(answer)).toContain('status:Success');
    expect((await browser(app).open('/saml/leave/?id=x')).status).toBe(404);
    await app.stop();
  });

  it('is told by a page that somebody signed out here, once and within two minutes', async () => {
    const visitor = browser();
    await visitor.signIn();
    const way = await visitor.signOut();
    expect(way).toMatch(/^\/saml\/leave\/\?id=[\w-]{43}$/);
    expect(await visitor.me()).toBeNull();
    const html = await (await visitor.open(way)).text();
    expect(readPostPage(html).action).toBe(signOutUrl);
    const request = await signedIn(html);
    expect(request).toContain('>id&amp;70</saml:NameID>');
    const [, answers = ''] = / ID="([^"]*)"/.exec(request) ?? [];
    const back = await visitor.post('/saml/sls/', postedSamlSignOut({ serviceUrl, answers }));
    expect([back.status, back.headers.get('location')]).toEqual([303, '/login/']);
    expect((await visitor.open(way)).headers.get('location')).toBe(wayOut);
    expect((await visitor.open('/saml/leave/?id=made-up')).headers.get('location')).toBe(wayOut);
    for (const query of ['', `?id=${'x'.repeat(101)}`])
      expect((await visitor.open(`/saml/leave/${query}`)).status).toBe(400);
    await visitor.signIn();
    const late = await visitor.signOut();
    offset = 121_000;
    expect((await visitor.open(late)).headers.get('location')).toBe(wayOut);
  });

  it.each(['by an address', 'by a page'])(
    'that asks %s is answered by a page, and its state stays text',
    async (way) => {
      const visitor = browser();
      await visitor.signIn();
      const asked = { serviceUrl, nameId: 'id&amp;70', id: '_x1', relayState: attack };
      const given = { ...asked, id: way === 'by a page' ? '_x1' : '_x2' };
      const answer =
        way === 'by a page'
          ? await visitor.post('/saml/sls/', postedSamlSignOut(given))
          : await visitor.open(makeSamlSignOut(given).slice(publicUrl.length));
      expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
      const html = await answer.text();
      const { action, fields } = readPostPage(html);
      expect([action, fields.get('RelayState')]).toEqual([signOutUrl, attack]);
      expect(html.match(/<script>/g)).toHaveLength(1);
      const said = await signedIn(html);
      expect(said).toContain(` InResponseTo="${given.id}"`);
      expect(said).toContain('status:Success');
      expect(await visitor.me()).toBeNull();
      // A state that was put to it by somebody else changes nothing of that, and one without end is refused.
      const long = postedSamlSignOut({ ...asked, id: `${given.id}l`, relayState: 'x'.repeat(1001) });
      const refused = await visitor.post('/saml/sls/', long);
      expect([refused.status, refused.headers.get('location')]).toEqual([303, '/login/?sso=failed&at=saml']);
    },
  );
});

describe('the page that posts', () => {
  it('runs one script of ours, may be framed by the provider alone, and says from where it comes', async () => {
    const { headers } = await browser().open(start);
    const { origin } = new URL(provider.signInUrl);
    expect((headers.get('content-security-policy') ?? '').split(';')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/]{43}='$/),
      "style-src 'unsafe-inline'",
      "base-uri 'none'",
      `form-action 'self' ${origin} https:`,
      `frame-ancestors 'self' ${origin}`,
    ]);
    expect([headers.get('x-frame-options'), headers.get('referrer-policy')]).toEqual([null, 'strict-origin']);
  });

  it('speaks the language of the browser, and has a button for one without scripts', async () => {
    const html = await (await browser().open(start, { 'accept-language': 'de-DE,de;q=0.9' })).text();
    expect(html).toContain('<html lang="de" dir="ltr">');
    expect(html).toContain('<button>Weiter</button>');
    expect(html).toContain('Sie werden zu Ihrem Anbieter weitergeleitet');
  });
});
