import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { samlCertificate, samlOwnKey } from '@powerset/testkit/saml-provider';
import { describe, expect, it } from 'vitest';
import { type GivenSaml, readSamlSettings } from './saml-settings.ts';

const given: GivenSaml = {
  publicUrl: 'https://bi.example.com',
  samlIssuer: 'https://login.example.com/saml',
  samlSignInUrl: 'https://login.example.com/sso?tenant=1',
  samlSignInPostUrl: null,
  samlSignOutUrl: null,
  samlSignOutPostUrl: null,
  samlCertificate,
  samlCertificateFile: null,
  samlKey: null,
  samlEntityId: null,
  samlLabel: 'Example',
  samlNameIdFormat: '',
  samlIdAttribute: null,
  samlUserNameAttribute: 'uid',
  samlFirstNameAttribute: 'givenName',
  samlLastNameAttribute: 'sn',
  samlEmailAttribute: 'mail',
  samlGroupsAttribute: 'groups',
  samlRoles: { staff: 'Gamma, sql_lab' },
  samlDefaultRoles: [],
  samlSyncsRoles: true,
  samlCreatesUsers: true,
  samlTrustsUserNames: false,
};

describe('the settings of SAML', () => {
  it('are none without a provider, and say where it sends people back', () => {
    expect(readSamlSettings({ ...given, samlIssuer: null, publicUrl: null })).toBeNull();
    expect(readSamlSettings(given)).toMatchObject({
      entityId: 'https://bi.example.com/saml/metadata/',
      consumerUrl: 'https://bi.example.com/saml/acs/',
      certificates: [samlCertificate],
      nameIdFormat: null,
      roleNames: { staff: ['Gamma', 'sql_lab'] },
    });
    expect(readSamlSettings({ ...given, samlEntityId: 'urn:ours' })).toMatchObject({ entityId: 'urn:ours' });
  });

  it('take a certificate as metadata has it, and several from a file', async () => {
    const plain = samlCertificate.replace(/-----.*-----/g, '');
    expect(readSamlSettings({ ...given, samlCertificate: plain })).toMatchObject({
      certificates: [expect.any(String)],
    });
    const folder = await makeTempFolder();
    const file = join(folder.path, 'both.pem');
    writeFileSync(file, `${samlCertificate}\n${samlCertificate}\n`);
    const read = readSamlSettings({ ...given, samlCertificate: null, samlCertificateFile: file });
    expect(read).toMatchObject({ certificates: [samlCertificate, samlCertificate] });
    await folder.remove();
  });

  it('send messages by an address, and by a page that posts them only where the provider takes them so alone', () => {
    const [there, posted] = ['https://login.example.com/slo', 'https://login.example.com/post'];
    const own = { ...given, samlKey: samlOwnKey() };
    expect(readSamlSettings({ ...own, samlSignInPostUrl: posted, samlSignOutUrl: there })).toMatchObject({
      signIn: { url: given.samlSignInUrl, binding: 'redirect' },
      signOut: { url: there, binding: 'redirect' },
    });
    const alone = { samlSignInUrl: null, samlSignInPostUrl: posted, samlSignOutPostUrl: posted };
    const post = { url: posted, binding: 'post' };
    expect(readSamlSettings({ ...own, ...alone })).toMatchObject({ signIn: post, signOut: post });
  });

  it.each([
    [{ publicUrl: null }, 'POWERSET_PUBLIC_URL'],
    [{ samlSignInUrl: null }, 'POWERSET_SAML_SIGN_IN_URL'],
    [{ samlSignInUrl: 'http://login.example.com/sso' }, 'POWERSET_SAML_SIGN_IN_URL'],
    [{ samlSignOutUrl: 'https://login.example.com/slo' }, 'needs POWERSET_SAML_KEY'],
    [{ samlSignOutUrl: 'http://login.example.com/slo' }, 'POWERSET_SAML_SIGN_OUT_URL (--saml-sign-out-url) must be'],
    [{ samlSignInPostUrl: 'http://login.example.com/sso' }, 'POWERSET_SAML_SIGN_IN_POST_URL (--saml-sign-in-post-url)'],
    [{ samlSignOutPostUrl: 'no address' }, 'POWERSET_SAML_SIGN_OUT_POST_URL (--saml-sign-out-post-url) must be'],
    [{ samlSignOutPostUrl: 'https://login.example.com/slo' }, 'needs POWERSET_SAML_KEY'],
    [{ samlCertificate: null }, 'Either POWERSET_SAML_CERTIFICATE'],
    [{ samlCertificateFile: '/x.pem' }, 'Either POWERSET_SAML_CERTIFICATE'],
    [{ samlCertificate: null, samlCertificateFile: '/none/x.pem' }, 'cannot be read'],
    [{ samlCertificate: 'nothing' }, 'holds no certificate'],
    [{ samlCertificate: 'A'.repeat(200) }, 'cannot be read'],
  ])('are refused with %j', (change, words) => {
    expect(readSamlSettings({ ...given, ...change })).toEqual({ wrong: expect.stringContaining(words) });
  });
});
