import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { type MailServer, startMailServer } from '@powerset/testkit/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const askPath = '/api/v1/security/registration/';
const listPath = '/api/v1/security/user_registrations/';
const password = 'bright yellow umbrellas';
const lines: string[] = [];
let offset = 0;
let running: InProcessApp;
let mail: MailServer;
let visitor: ApiClient;

const envOf = ({ url }: MailServer, more: Readonly<Record<string, string>> = {}) => ({
  POWERSET_SMTP_URL: url,
  POWERSET_MAIL_FROM: 'Powerset <bi@example.com>',
  POWERSET_PUBLIC_URL: 'https://bi.example.com',
  POWERSET_REGISTRATION: 'email',
  POWERSET_REGISTRATION_DOMAINS: 'example.com, example.org',
  POWERSET_REGISTRATION_ROLES: 'Gamma',
  // A network for each visitor of the tests.
  POWERSET_TRUSTED_PROXIES: '127.0.0.1',
  ...more,
});

const start = (more: Readonly<Record<string, string>> = {}) =>
  startInProcess({
    now: () => new Date(Date.now() + offset),
    onLog: (line) => lines.push(line),
    env: envOf(mail, more),
  });

beforeAll(async () => {
  mail = await startMailServer();
  running = await start();
});
afterAll(async () => {
  await running.stop();
  await mail.stop();
});
const wait = (ms: number) => {
  offset = ms;
};
let networks = 0;
beforeEach(async () => {
  await running.app.services.store.deleteFrom('registrations').execute();
  offset = 0;
  mail.clear();
  networks += 1;
  visitor = apiClient(running.url, { 'x-forwarded-for': `203.0.113.${networks}` });
});

const ask = (email: string, more: object = {}, caller = visitor) =>
  caller.post(askPath, { first_name: 'Ada', last_name: 'Lovelace', email, ...more });
const tokenIn = (text: string | undefined) => /activation\/#([\w-]+)/.exec(text ?? '')?.[1] ?? '';

async function tokenFor(email: string): Promise<string> {
  mail.clear();
  const asked = await ask(email);
  expect(asked.status, asked.text).toBe(200);
  return mailedTo(email, tokenIn);
}

/** What is found in the mail to an address; mails that other tests caused may come late. */
async function mailedTo(email: string, find: (text: string | undefined) => string): Promise<string> {
  const found = () =>
    mail.mails
      .filter(({ to }) => to.some((one) => one.toLowerCase() === email.toLowerCase()))
      .map(({ mail: letter }) => find(letter.text))
      .find((text) => text !== '') ?? '';
  await expect.poll(found).not.toBe('');
  return found();
}

const activate = (token: string, more: object = {}) =>
  visitor.post(`${askPath}activate`, { token, username: 'ada', first_name: 'Ada', password, ...more });
const signIn = async (username: string) =>
  (await visitor.post('/api/v1/security/login', { username, password, provider: 'db' })).status;

describe('a registration', () => {
  it('becomes an account by the link that was mailed, once, with the roles of newcomers and the chosen password', async () => {
    const token = await tokenFor('Ada@Example.com');
    const [{ to, mail: letter } = { to: [], mail: undefined }] = mail.mails;
    expect([to, letter?.subject]).toEqual([['Ada@example.com'], 'Powerset: Your account']);
    expect(letter?.html).toContain(`https://bi.example.com/register/activation/#${token}`);
    expect((await visitor.post(`${askPath}read`, { token })).json.result).toEqual({
      ...{ username: 'ada', first_name: 'Ada', last_name: 'Lovelace', email: 'Ada@Example.com' },
    });
    expect((await activate(token, { password: 'ada' })).json.message).toHaveProperty('password');
    const made = await activate(token);
    expect(made.status, made.text).toBe(200);
    expect(await signIn('ada')).toBe(200);
    const q = encodeURIComponent('(filters:!((col:username,opr:eq,value:ada)))');
    const [user] = (await running.admin.get(`/api/v1/security/users/?q=${q}`)).json.result;
    expect(user).toMatchObject({ email: 'Ada@Example.com', first_name: 'Ada', active: true });
    expect(user.roles.map(({ name }: { name: string }) => name)).toEqual(['Gamma']);
    expect([(await activate(token)).status, (await visitor.post(`${askPath}read`, { token })).status]).toEqual([
      404, 404,
    ]);
  });

  it('says nothing of who has an account: the answer is the same, and a mail tells the owner of the address alone', async () => {
    const client = await running.signInAs('bea', ['Gamma']);
    const { id } = (await client.get('/api/v1/me/')).json.result;
    await running.admin.put(`/api/v1/security/users/${id}`, { email: 'bea@example.com' });
    const answers = [await ask('BEA@example.com'), await ask('new@example.com')];
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      Array(2).fill([200, '{"message":"A mail is on its way to this address."}']),
    );
    await mail.waitFor(2);
    const told = mail.mails.find(({ to }) => to.includes('bea@example.com'))?.mail.text ?? '';
    expect(told).toContain('its user name is bea');
    expect([tokenIn(told), told.includes('https://bi.example.com/login/')]).toEqual(['', true]);
    await running.admin.put(`/api/v1/security/users/${id}`, { active: false });
    offset = 301_000;
    mail.clear();
    await ask('bea@example.com');
    await tokenFor('next@example.com');
    expect(mail.mails).toHaveLength(1);
  });

  it('sends no words of whoever asked to the address that he gave, and the mail speaks the language of the page', async () => {
    await ask('cid@example.com', { first_name: 'Win at evil.example', locale: 'de' });
    await mail.waitFor(1);
    const letter = mail.mails[0]?.mail;
    expect(`${letter?.text}${letter?.html}`).not.toContain('evil.example');
    expect(letter?.subject).toBe('Powerset: Ihr Konto');
  });

  it.each([
    ['of another domain', 'eve@example.net', 'email'],
    ['of a domain below', 'eve@sub.example.com', 'email'],
    ['that is two', 'eve@evil.test,x@example.com', 'email'],
    ['that goes through another server', 'eve%evil.test@example.com', 'email'],
    ['with a name beside it', 'Eve<eve@example.com>', 'email'],
    ['that is none', 'eve', 'email'],
  ])('is refused for an address %s', async (_what, email, field) => {
    const refused = await ask(email);
    expect([refused.status, Object.keys(refused.json.message)]).toEqual([expect.toSatisfy(isRefusal), [field]]);
  });
  const isRefusal = (status: number) => status === 400 || status === 422;

  it.each([
    ['a day later', async () => wait(24 * 3_600_000 + 1000)],
    ['once another was asked for', async (email: string) => askAgain(email)],
    ['once an administrator made the account', async (email: string) => makeUser(email)],
    ['once an administrator removed it', async (email: string) => remove(email)],
  ])('leads nowhere %s', async (what, happens) => {
    const email = `dan${what.length}@example.com`;
    const token = await tokenFor(email);
    await happens(email);
    expect((await activate(token, { username: `dan${what.length}` })).status).toBe(404);
  });

  async function askAgain(email: string): Promise<void> {
    wait(301_000);
    await tokenFor(email);
  }
  async function makeUser(email: string): Promise<void> {
    const body = { username: 'made', password, email: email.toUpperCase(), roles: [2] };
    expect((await running.admin.post('/api/v1/security/users/', body)).status).toBe(201);
  }
  async function remove(email: string): Promise<void> {
    const row = (await pending()).find((one) => one.email === email);
    expect((await running.admin.delete(`${listPath}${row?.id}`)).status).toBe(200);
  }

  it('makes one account for two who use the link at the same moment, under no name that somebody has in any case', async () => {
    const token = await tokenFor('eli@example.com');
    const taken = await activate(token, { username: 'ADMIN' });
    expect([taken.status, taken.json.message]).toEqual([422, { username: [expect.any(String)] }]);
    const both = ['eli', 'eli2'].map((username) => activate(token, { username }));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('leaves no token in the store or the log, and is noted in the action log', async () => {
    const token = await tokenFor('fay@example.com');
    const rows = await running.app.services.store.selectFrom('registrations').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    await activate(token, { username: 'fay' });
    expect(lines.join('\n')).not.toContain(token);
    const log = '/api/v1/log/?q=(filters:!((col:action,opr:eq,value:registration.activate)),page_size:100)';
    await expect
      .poll(async () => JSON.stringify((await running.admin.get(log)).json.result))
      .toContain('\\"name\\":\\"fay\\"');
  });

  it('says at which field a call is wrong', async () => {
    expect((await visitor.post(askPath, { email: 'x@example.com' })).json.message).toHaveProperty('first_name');
    expect((await activate('short')).json.message).toHaveProperty('token');
    expect((await activate('x'.repeat(43), { username: 'a b' })).json.message).toHaveProperty('username');
  });
});

const countRows = async () =>
  (await running.app.services.store.selectFrom('registrations').select('id').execute()).length;

interface Pending {
  readonly id: number;
  readonly email: string;
  readonly username: string;
}
const pending = async (caller = running.admin): Promise<readonly Pending[]> =>
  (await caller.get(`${listPath}?q=(page_size:100)`)).json.result;

describe('who asks too often', () => {
  it('fills nobody’s letter box, and waits: by address, and by network', async () => {
    await tokenFor('gil@example.com');
    mail.clear();
    for (let at = 0; at < 3; at += 1) expect((await ask('gil@example.com')).status).toBe(200);
    expect((await ask('gil@example.com')).status).toBe(429);
    const others = await Promise.all(Array.from({ length: 30 }, (_, at) => ask(`gil${at}@example.com`)));
    expect(others.map(({ status }) => status)).toContain(429);
    await expect.poll(countRows, { timeout: 10_000 }).toBe(27);
    expect(mail.mails.some(({ to }) => to.includes('gil@example.com'))).toBe(false);
  });

  it('cannot fill the store: who waits is bounded, and swept after a day', async () => {
    const { store } = running.app.services;
    const row = (at: number, age: number) => ({
      ...{ address_key: `m${at}@example.com`, token_hash: `t${at}`, username: 'm', first_name: 'm', last_name: '' },
      ...{ email: `m${at}@example.com`, created_on: new Date(Date.now() - age).toISOString() },
      expires_on: new Date(Date.now() - age + 86_400_000).toISOString(),
    });
    const fill = async (count: number, age: number) => {
      await store.deleteFrom('registrations').execute();
      const rows = Array.from({ length: count }, (_, at) => row(at, age));
      await store.insertInto('registrations').values(rows.slice(0, 500)).execute();
      if (count > 500) await store.insertInto('registrations').values(rows.slice(500)).execute();
    };
    await fill(199, 60_000);
    expect((await ask('hal@example.com')).status).toBe(200);
    await expect.poll(async () => (await ask('hal2@example.com')).status).toBe(429);
    await fill(1000, 7_200_000);
    expect((await ask('hal3@example.com')).status).toBe(429);
    offset = 86_400_000;
    expect((await ask('hal4@example.com')).status).toBe(200);
    await expect.poll(countRows).toBe(1);
  });
});

describe('administrators', () => {
  it('see who asked and no link, find one by the address, and remove him', async () => {
    await tokenFor('ida@example.com');
    await tokenFor('jon@example.org');
    const q = encodeURIComponent("(filters:!((col:email,opr:registration_all_text,value:'jon@')))");
    const found = (await running.admin.get(`${listPath}?q=${q}`)).json;
    expect([found.count, found.result[0]]).toEqual([
      1,
      expect.objectContaining({ email: 'jon@example.org', username: 'jon', registration_hash: null }),
    ]);
    const [{ id }] = found.result;
    expect((await running.admin.get(`${listPath}${id}`)).json.result.email).toBe('jon@example.org');
    expect((await running.admin.get(`${listPath}_info`)).json.permissions).toContain('can_write');
    expect((await running.admin.delete(`${listPath}${id}`)).status).toBe(200);
    expect((await running.admin.delete(`${listPath}${id}`)).status).toBe(404);
    expect((await running.admin.get(`${listPath}${id}`)).status).toBe(404);
  });

  it('find names and addresses, and make or change nobody by hand', async () => {
    await tokenFor('ola@example.com');
    await tokenFor('ole@example.org');
    const addresses = async (q = '') => (await running.admin.get(`${listPath}distinct/email${q}`)).json;
    expect(await addresses()).toEqual({
      count: 2,
      result: ['ola@example.com', 'ole@example.org'].map((text) => ({ text, value: text })),
    });
    expect((await addresses('?q=(filter:ole)')).result).toHaveLength(1);
    expect((await addresses('?q=(page:1,page_size:1)')).result[0].text).toBe('ole@example.org');
    const [{ id } = { id: 0 }] = await pending();
    const answers = await Promise.all([
      running.admin.get(`${listPath}distinct/token_hash`),
      running.admin.get(`${listPath}related/user`),
      running.admin.post(listPath, { id: 7 }),
      running.admin.put(`${listPath}${id}`, { id: 7 }),
      running.admin.put(`${listPath}999999`, { id: 7 }),
      running.admin.post(listPath, { id: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 422, 422, 404, 400]);
    expect(answers[2]?.json.errors[0].message).toContain('themselves');
  });

  it('let somebody in, who chooses the password by a link of his own, mailed or handed over', async () => {
    await running.signInAs('kim', ['Gamma']);
    const token = await tokenFor('kim@example.com');
    const row = (await pending()).find(({ email }) => email === 'kim@example.com');
    mail.clear();
    const letIn = await running.admin.post(`${listPath}${row?.id}/let_in/`, {});
    expect(letIn.json.result, letIn.text).toMatchObject({ username: 'kim2', is_mailed: true, url: null });
    const link = await mailedTo('kim@example.com', (text) => /choose_password\/#([\w-]+)/.exec(text ?? '')?.[1] ?? '');
    expect((await visitor.post('/api/v1/security/password_link/', { token: link, password })).status).toBe(200);
    expect([await signIn('kim2'), (await activate(token, { username: 'kim3' })).status]).toEqual([200, 404]);

    await tokenFor('lea@example.com');
    const lea = (await pending()).find(({ email }) => email === 'lea@example.com');
    mail.refuse(550);
    const handed = (await running.admin.post(`${listPath}${lea?.id}/let_in/`, {})).json.result;
    expect([handed.is_mailed, handed.url]).toEqual([false, expect.stringContaining('/choose_password/#')]);
  });

  it('are the only ones who see or decide', async () => {
    await tokenFor('max@example.com');
    const [{ id } = { id: 0 }] = await pending();
    const gamma = await running.signInAs('gamma', ['Gamma']);
    const calls = (caller: ApiClient) => [
      caller.get(listPath),
      caller.get(`${listPath}${id}`),
      caller.delete(`${listPath}${id}`),
      caller.post(`${listPath}${id}/let_in/`, {}),
      caller.post(listPath, { id }),
      caller.put(`${listPath}${id}`, { id }),
      caller.get(`${listPath}distinct/email`),
      caller.get(`${listPath}related/user`),
    ];
    expect((await Promise.all(calls(gamma))).map(({ status }) => status)).toEqual(Array(8).fill(403));
    expect((await Promise.all(calls(visitor))).map(({ status }) => status)).toEqual(Array(8).fill(401));
    expect((await running.admin.post(`${listPath}999999/let_in/`, {})).status).toBe(404);
    expect((await running.admin.post(`${listPath}${id}/let_in/`, { locale: 5 })).status).toBe(400);
  });
});

it('nobody registers where the settings do not say so, passwords are off, or the role is gone', async () => {
  const bare = await startInProcess();
  const client = apiClient(bare.url);
  expect((await client.get('/api/v1/bootstrap')).json.conf.REGISTRATION).toBe(0);
  expect((await ask('ned@example.com', {}, client)).status).toBe(404);
  expect((await client.post(`${askPath}read`, { token: 'x'.repeat(43) })).status).toBe(404);
  await bare.stop();

  const usual = running;
  running = await start({ POWERSET_REGISTRATION_DOMAINS: '*', POWERSET_REGISTRATION_ROLES: 'Nobody' });
  visitor = apiClient(running.url);
  const token = await tokenFor('ned@anywhere.test');
  const refused = await activate(token, { username: 'ned' });
  expect([refused.status, refused.json.errors[0].message]).toEqual([409, expect.stringContaining('no role')]);
  const [{ id } = { id: 0 }] = await pending();
  expect((await running.admin.post(`${listPath}${id}/let_in/`, {})).status).toBe(409);
  Object.assign(running.app.services.config, { takesPasswords: false });
  expect((await visitor.get('/api/v1/bootstrap')).json.conf.REGISTRATION).toBe(0);
  expect((await ask('ned2@anywhere.test')).status).toBe(403);
  await running.stop();
  running = usual;
});
