import {
  makeSamlSignOut,
  type SamlProvider,
  samlCertificate,
  samlOwnKey,
  startSamlProvider,
} from '@powerset/testkit/saml-provider';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('people sign in at a SAML provider of another site, and connect an account', async ({ page, browser }) => {
  const provider = await startSamlProvider();
  const own = await openOwnServer({
    POWERSET_PUBLIC_URL: 'https://bi.example.com',
    POWERSET_SAML_ISSUER: provider.issuer,
    POWERSET_SAML_SIGN_IN_URL: provider.signInUrl,
    POWERSET_SAML_CERTIFICATE: samlCertificate,
    POWERSET_SAML_LABEL: 'Acme',
    POWERSET_SAML_USERNAME_ATTRIBUTE: 'uid',
    POWERSET_SAML_DEFAULT_ROLES: 'Alpha',
  });
  // As after a start with the address at which the browser reaches it, which a port of the moment has.
  Object.assign(own.running.app.services.config.saml ?? {}, { consumerUrl: `${own.url}/saml/acs/` });
  Object.assign(own.running.app.services.config, { publicUrl: own.url });

  await test.step('a newcomer is led to the page that he wanted', async () => {
    provider.signIn('p-1', { uid: ['ada'], givenName: ['Ada'], sn: ['Lovelace'] });
    await page.goto(`${own.url}/chart/list/`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
    await page.getByRole('button', { name: /^Your account/ }).click();
    await expect(page.getByText('Ada Lovelace')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('whose name somebody has is told so, and connects the account by its password', async () => {
    const context = await browser.newContext();
    await own.person('grace', 'Alpha');
    provider.signIn('p-2', { uid: ['grace'] });
    const other = await context.newPage();
    await other.goto(`${own.url}/login/`);
    await other.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(other.getByText('Somebody here has your user name.')).toBeVisible();
    await own.enter(context, 'grace');
    await other.goto(`${own.url}/user_info/`);
    const part = other.getByRole('region', { name: 'Sign in with Acme' });
    await expect(part).toContainText('Not connected');
    await part.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(part).toContainText('Connected:');
    await part.getByRole('button', { name: 'Disconnect' }).click();
    await expect(part).toContainText('Not connected');
    await context.close();
  });

  await test.step('whoever is turned away is told so', async () => {
    provider.signIn(null);
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(`${own.url}/login/`);
    await stranger.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(stranger.getByText('Acme did not let you in.')).toBeVisible();
    await context.close();
  });
  await own.running.stop();
  await provider.stop();
});

/** A server and its provider, with the settings that name where messages go there. */
async function openPair(addresses: (provider: SamlProvider) => Readonly<Record<string, string>>) {
  const provider = await startSamlProvider();
  const own = await openOwnServer({
    POWERSET_PUBLIC_URL: 'https://bi.example.com',
    POWERSET_SAML_ISSUER: provider.issuer,
    ...addresses(provider),
    POWERSET_SAML_CERTIFICATE: samlCertificate,
    POWERSET_SAML_KEY: samlOwnKey(),
    POWERSET_SAML_LABEL: 'Acme',
    POWERSET_SAML_USERNAME_ATTRIBUTE: 'uid',
    POWERSET_SAML_DEFAULT_ROLES: 'Alpha',
  });
  // As after a start with the address at which the browser reaches it, which a port of the moment has.
  const { config } = own.running.app.services;
  const serviceUrl = `${own.url}/saml/sls/`;
  const ours = { consumerUrl: `${own.url}/saml/acs/`, entityId: `${own.url}/saml/metadata/` };
  Object.assign(config.saml ?? {}, { ...ours, signOut: { ...config.saml?.signOut, serviceUrl } });
  Object.assign(config, { publicUrl: own.url });
  provider.signIn('p-1', { uid: ['ada'] });
  return { provider, own, serviceUrl };
}

test('people sign out here and at the SAML provider at once, whichever is asked', async ({ page }) => {
  const { provider, own, serviceUrl } = await openPair(({ signInUrl, signOutUrl }) => ({
    POWERSET_SAML_SIGN_IN_URL: signInUrl,
    POWERSET_SAML_SIGN_OUT_URL: signOutUrl,
  }));
  const signIn = async () => {
    await page.goto(`${own.url}/chart/list/`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
  };

  await test.step('here: the browser comes to the provider, and back to the sign-in page', async () => {
    await signIn();
    const there = page.waitForRequest((request) => request.url().startsWith(`${provider.signOutUrl}?SAMLRequest=`));
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByText('Sign out', { exact: true }).click();
    await there;
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
    expect(page.url()).toBe(`${own.url}/login/`);
  });

  await test.step('there: the page that was open is signed out, and the provider is answered', async () => {
    await signIn();
    await page.goto(makeSamlSignOut({ serviceUrl, nameId: 'p-1' }));
    await expect(page.getByText('Signed out everywhere.')).toBeVisible();
    await page.goto(`${own.url}/chart/list/`);
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
  });

  await test.step('what the provider did not end is said', async () => {
    await page.goto(`${own.url}/login/?sso=still_there&at=saml`);
    await expect(page.getByText('You are signed out here, and perhaps not at Acme.')).toBeVisible();
  });
  await own.running.stop();
  await provider.stop();
});

test('people sign in and out at a SAML provider that takes what is posted alone', async ({ page, browser }) => {
  const { provider, own, serviceUrl } = await openPair(({ signInUrl, signOutUrl }) => ({
    POWERSET_SAML_SIGN_IN_POST_URL: signInUrl,
    POWERSET_SAML_SIGN_OUT_POST_URL: signOutUrl,
  }));
  const isPosted = (url: string) =>
    page.waitForRequest((request) => request.url() === url && request.method() === 'POST');

  await test.step('the request is posted, and the page that was wanted opens', async () => {
    const there = isPosted(provider.signInUrl);
    await page.goto(`${own.url}/chart/list/`);
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await there;
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
  });

  await test.step('signing out is posted as well, and the provider leads back to the sign-in page', async () => {
    const there = isPosted(provider.signOutUrl);
    await page.getByRole('button', { name: /^Your account/ }).click();
    await page.getByText('Sign out', { exact: true }).click();
    await there;
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
    expect(page.url()).toBe(`${own.url}/login/`);
  });

  await test.step('who signs out there is signed out here, and the provider gets its answer by a post', async () => {
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await expect(page.getByRole('button', { name: /^Your account/ })).toBeVisible();
    const there = isPosted(provider.signOutUrl);
    await page.goto(makeSamlSignOut({ serviceUrl, nameId: 'p-1', relayState: '"><script>1</script>' }));
    await there;
    await expect(page.getByText('Signed out everywhere.')).toBeVisible();
    await page.goto(`${own.url}/chart/list/`);
    await expect(page.getByRole('button', { name: 'Sign in with Acme' })).toBeVisible();
  });

  await test.step('a browser without scripts has a button', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${own.url}/api/v1/security/saml/`);
    await plain.getByRole('button', { name: 'Go on' }).click();
    await expect(plain).toHaveTitle('Signing in');
    await context.close();
  });
  await own.running.stop();
  await provider.stop();
});
