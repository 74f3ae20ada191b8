import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { type MailServer, startMailServer } from '@powerset/testkit/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const askPath = '/api/v1/security/password_reset/';
const linkPath = '/api/v1/security/password_link/';
const password = 'a password for tests';
const better = 'quite another sentence';
let offset = 0;
let running: InProcessApp;
let mail: MailServer;
const wait = (ms: number) => {
  offset = ms;
};
let visitor: ApiClient;
const lines: string[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  running = await startInProcess({
    now: () => new Date(Date.now() + offset),
    onLog: (line) => lines.push(line),
    env: {
      POWERSET_SMTP_URL: mail.url,
      POWERSET_MAIL_FROM: 'Powerset <bi@example.com>',
      POWERSET_PUBLIC_URL: 'https://bi.example.com',
    },
  });
  visitor = apiClient(running.url);
});
afterAll(async () => {
  await running.stop();
  await mail.stop();
});
beforeEach(() => {
  offset = 0;
  mail.clear();
});

const idOf = async (client: ApiClient) => (await client.get('/api/v1/me/')).json.result.id;

/** Somebody with an e-mail address. */
async function person(username: string, email = `${username}@example.com`) {
  const client = await running.signInAs(username, ['Gamma']);
  const id = await idOf(client);
  await running.app.services.store.updateTable('users').set({ email }).where('id', '=', id).execute();
  return { client, id };
}

const tokenIn = (text: string | undefined) => /#([\w-]+)/.exec(text ?? '')?.[1] ?? '';

async function linkFor(name: string): Promise<string> {
  mail.clear();
  const asked = await visitor.post(askPath, { name });
  expect(asked.status, asked.text).toBe(200);
  await mail.waitFor(1);
  return tokenIn(mail.mails[0]?.mail.text);
}

const signIn = async (username: string, secret: string) =>
  (await visitor.post('/api/v1/security/login', { username, password: secret, provider: 'db' })).status;

describe('a forgotten password', () => {
  it('is replaced by a link that is mailed, holds once, and ends all sessions of before', async () => {
    const { client } = await person('ann');
    const token = await linkFor('ann');
    const [{ to, mail: letter } = { to: [], mail: undefined }] = mail.mails;
    expect(to).toEqual(['ann@example.com']);
    expect(letter?.subject).toBe('Powerset: A new password');
    expect(letter?.html).toContain(`https://bi.example.com/choose_password/#${token}`);
    expect((await visitor.post(`${linkPath}read`, { token })).json.result).toMatchObject({
      purpose: 'reset',
      username: 'ann',
    });
    expect((await visitor.post(linkPath, { token, password: better })).status).toBe(200);
    expect([await signIn('ann', password), await signIn('ann', better)]).toEqual([401, 200]);
    expect((await client.get('/api/v1/me/')).status).toBe(401);
    expect((await visitor.post(linkPath, { token, password: 'something else again' })).status).toBe(404);
    expect((await visitor.post(`${linkPath}read`, { token })).status).toBe(404);
  });

  it('is asked for by address too, in the language of the page, for each account of it', async () => {
    await person('ben', 'Shared@example.com');
    await person('bea', 'shared@example.com');
    await visitor.post(askPath, { name: 'shared@EXAMPLE.com', locale: 'de' });
    await mail.waitFor(2);
    expect(mail.mails.map(({ mail: letter }) => letter.subject)).toEqual(Array(2).fill('Powerset: Ein neues Passwort'));
    const names = mail.mails.map(({ mail: letter }) => /Benutzer (\w+)/.exec(letter.text ?? '')?.[1]);
    expect(names).toEqual(['ben', 'bea']);
  });

  it('is told the same to whoever asks, of people who are there and who are not', async () => {
    await person('cid');
    const answers = [await visitor.post(askPath, { name: 'cid' }), await visitor.post(askPath, { name: 'nobody' })];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([200, '{"message":"If somebody has this name or address, a link is on its way there."}']),
    );
    await mail.waitFor(1);
    expect(mail.mails).toHaveLength(1);
  });

  it('fills nobody’s letter box: one mail in five minutes, and who asks on and on waits', async () => {
    await person('dan');
    await linkFor('dan');
    const again = Array.from({ length: 5 }, () => visitor.post(askPath, { name: 'dan' }));
    for (const { status } of await Promise.all(again)) expect(status).toBe(200);
    await person('eva');
    await visitor.post(askPath, { name: 'eva' });
    await mail.waitFor(2);
    expect(mail.mails.map(({ to }) => to)).toEqual([['dan@example.com'], ['eva@example.com']]);
    for (let at = 0; at < 2; at += 1) await visitor.post(askPath, { name: 'dan' });
    expect((await visitor.post(askPath, { name: 'dan' })).status).toBe(429);
    offset = 301_000;
    expect(await linkFor('dan')).not.toBe('');
  });

  it.each([
    ['an hour later', async () => wait(3_601_000)],
    ['once the password was changed in another way', async (id: number) => changePassword(id)],
    ['once the person may not sign in', async (id: number) => setActive(id, false)],
    ['once another was asked for', async () => wait(301_000)],
  ])('is not replaced by a link %s', async (what, happens) => {
    const name = `fay${what.length}`;
    const { id } = await person(name);
    const token = await linkFor(name);
    await happens(id);
    if (what.includes('another was')) await linkFor(name);
    expect((await visitor.post(`${linkPath}read`, { token })).status).toBe(404);
    expect((await visitor.post(linkPath, { token, password: better })).status).toBe(404);
  });

  async function changePassword(id: number): Promise<void> {
    offset = 1000;
    const changed = await running.admin.put(`/api/v1/security/users/${id}`, { password: 'chosen by somebody' });
    expect(changed.status, changed.text).toBe(200);
  }
  async function setActive(id: number, active: boolean): Promise<void> {
    expect((await running.admin.put(`/api/v1/security/users/${id}`, { active })).status).toBe(200);
  }

  it('stays where the new one is too easily guessed, and the link holds on', async () => {
    await person('gil');
    const token = await linkFor('gil');
    const weak = await visitor.post(linkPath, { token, password: 'gil' });
    expect([weak.status, weak.json.message]).toEqual([422, { password: [expect.any(String)] }]);
    expect((await visitor.post(linkPath, { token, password: better })).status).toBe(200);
  });

  it('is replaced once by two who use the link at the same moment', async () => {
    await person('hal');
    const token = await linkFor('hal');
    const both = [better, 'yet another sentence'].map((secret) => visitor.post(linkPath, { token, password: secret }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('is none of those who sign in at an identity provider, have no address, or may not sign in', async () => {
    const { store } = running.app.services;
    const known = await person('ida');
    const identity = { user_id: known.id, issuer: 'https://id.example.com', subject: 'ida', created_on: 'x' };
    await store
      .insertInto('user_identities')
      .values(identity as never)
      .execute();
    await person('jon', '');
    const { id } = await person('kim');
    await setActive(id, false);
    await person('lea');
    for (const name of ['ida', 'jon', 'kim', 'lea']) await visitor.post(askPath, { name });
    await mail.waitFor(1);
    expect(mail.mails.map(({ to }) => to)).toEqual([['lea@example.com']]);
  });

  it('leaves no token in the store or the log, and says at which field a call is wrong', async () => {
    await person('max');
    const token = await linkFor('max');
    await visitor.post(linkPath, { token, password: better });
    const rows = await running.app.services.store.selectFrom('password_links').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(lines.join('\n')).not.toContain(token);
    expect((await visitor.post(askPath, {})).json.message).toHaveProperty('name');
    expect((await visitor.post(linkPath, { token: 'short', password: better })).json.message).toHaveProperty('token');
    expect((await visitor.post(`${linkPath}read`, { token: 'x'.repeat(43) })).status).toBe(404);
  });
});

describe('an invitation', () => {
  const pathOf = (id: number) => `/api/v1/security/users/${id}/password_link/`;

  it('is made by administrators, mailed or handed over, and holds for a week', async () => {
    const { id } = await person('new1');
    const mailed = await running.admin.post(pathOf(id), { is_mailed: true, locale: 'en' });
    expect(mailed.status, mailed.text).toBe(200);
    expect(mail.mails[0]).toMatchObject({ to: ['new1@example.com'], mail: { subject: 'Powerset: Your account' } });
    const { url } = mailed.json.result;
    expect(mail.mails[0]?.mail.text).toContain(url);
    const handed = (await running.admin.post(pathOf(id), { is_mailed: false })).json.result;
    expect(mail.mails).toHaveLength(1);
    expect((await visitor.post(`${linkPath}read`, { token: tokenIn(url) })).status).toBe(404);
    offset = 6 * 86_400_000;
    const token = tokenIn(handed.url);
    expect((await visitor.post(`${linkPath}read`, { token })).json.result.purpose).toBe('invitation');
    expect((await visitor.post(linkPath, { token, password: better })).status).toBe(200);
    offset = 0;
    expect(await signIn('new1', better)).toBe(200);
    const late = (await running.admin.post(pathOf(id), { is_mailed: false })).json.result;
    offset = 8 * 86_400_000;
    expect((await visitor.post(`${linkPath}read`, { token: tokenIn(late.url) })).status).toBe(404);
  });

  it('is refused to whom it cannot reach, and to callers who may not make users', async () => {
    const { client, id } = await person('new2', '');
    const post = (body: object, caller = running.admin) => caller.post(pathOf(id), body);
    expect((await post({ is_mailed: true })).json.message).toBe('This person has no e-mail address.');
    expect((await post({})).status).toBe(400);
    expect((await post({ is_mailed: false }, client)).status).toBe(403);
    expect((await visitor.post(pathOf(id), { is_mailed: false })).status).toBe(401);
    expect((await running.admin.post(pathOf(999_999), { is_mailed: false })).status).toBe(404);
    await running.admin.put(`/api/v1/security/users/${id}`, { active: false });
    expect((await post({ is_mailed: false })).json.message).toBe('This person may not sign in.');
    const mails = await person('new3');
    mail.refuse(550);
    const failed = await running.admin.post(pathOf(mails.id), { is_mailed: true });
    expect([failed.status, failed.json.message]).toEqual([422, expect.stringContaining('refused: 550')]);
  });
});

it('nothing is mailed where no mail server is set up', async () => {
  const bare = await startInProcess();
  expect((await apiClient(bare.url).post(askPath, { name: 'admin' })).status).toBe(404);
  expect((await apiClient(bare.url).get('/api/v1/bootstrap')).json.conf.SENDS_MAIL).toBe(0);
  const id = await idOf(bare.admin);
  const refused = await bare.admin.post(`/api/v1/security/users/${id}/password_link/`, { is_mailed: true });
  expect([refused.status, refused.json.message]).toEqual([422, 'No mail server is set up.']);
  await bare.stop();
});
