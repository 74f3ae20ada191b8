import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportClock } from './clock.ts';
import { reportPath as path, type ReportWorld, startReportWorld, toReport } from './reports-fixture.ts';
import type { RunDeps } from './run.ts';

interface Posted {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let world: ReportWorld;
let hookUrl: string;
const posts: Posted[] = [];
const statuses: number[] = [];
const logged: string[] = [];
const hook = createServer((request, answer) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    posts.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    answer.writeHead(statuses.shift() ?? 200, { location: 'http://169.254.169.254/' });
    answer.end('ok');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const address = hook.address();
  hookUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  world = await startReportWorld({ POWERSET_WEBHOOK_PRIVATE_HOSTS: 'true' }, (line) => logged.push(line));
}, 60_000);
afterAll(async () => {
  await world.stop();
  hook.close();
});
beforeEach(async () => {
  await world.running.app.reports.idle();
  await world.running.app.services.store.deleteFrom('reports').execute();
  world.mail.clear();
  posts.length = 0;
  statuses.length = 0;
});

const condition = { validator_type: 'operator', validator_config_json: { op: '>', threshold: 90 } };
const alert = (change: object = {}) => ({
  type: 'Alert',
  database: 1,
  sql: 'select max(amount) from sales',
  ...condition,
  grace_period: 7200,
  crontab: '0 * * * *',
  ...change,
});
const hookTo = (type: string, target: string, more: object = {}) => ({
  recipients: [{ type, recipient_config_json: { target, ...more } }],
});

/** A rule that leaves the rows of one region to those who hold Alpha. */
async function keepTo(region: string): Promise<void> {
  const { store } = world.running.app.services;
  const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
  const stamp = { created_on: '2026-03-02T05:00:00.000Z', changed_on: '2026-03-02T05:00:00.000Z' };
  const rule = await store
    .insertInto('row_level_rules')
    .values({ name: region, filter_type: 'Regular', clause: `region = '${region}'`, ...stamp })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
  await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: world.datasetId }).execute();
}

describe('an alert', () => {
  it('is not asked with what its owner is known by, once somebody else changed what it asks', async () => {
    const get = vi.spyOn(world.running.app.services.engines, 'get');
    const byOthers = async (hour: number) => {
      get.mockClear();
      await world.strike(`2026-03-02T${hour}:00:00Z`);
      return [...new Set(get.mock.calls.map(([, person]) => person?.isByOtherHand ?? false))];
    };
    const admin = world.running.admin;
    const id = await world.make(alert({ name: 'Mine' }));
    const change = (body: object, api = admin) => api.put(`${path}${id}`, body);
    expect(await byOthers(10)).toEqual([false]);
    for (const active of [false, true]) expect((await change({ active })).status).toBe(200);
    expect(await byOthers(11)).toEqual([false]);
    expect((await change({ sql: 'select min(amount) + 99 from sales' })).status).toBe(200);
    expect(await byOthers(12)).toEqual([true]);
    for (const active of [false, true]) expect((await change({ active }, world.alpha)).status).toBe(200);
    expect(await byOthers(13)).toEqual([true]);
    expect((await change({ description: 'Seen' }, world.alpha)).status).toBe(200);
    expect(await byOthers(14)).toEqual([false]);
    get.mockRestore();
  });

  it('is sent when its condition holds, with its value, and not again within its grace period', async () => {
    const id = await world.make(alert({ name: 'Too much' }));
    await world.strike('2026-03-02T06:00:00Z');
    await world.strike('2026-03-02T07:00:00Z');
    await world.strike('2026-03-02T08:30:00Z');
    expect((await world.logsOf(id)).map(({ state, value }) => [state, value])).toEqual([
      ['Success', 98],
      ['On Grace', 98],
      ['Success', 98],
    ]);
    expect(world.mail.mails).toHaveLength(2);
    expect(world.mail.mails[0]?.mail.text).toContain('The value is 98; the condition > 90 holds.');
    expect(world.mail.mails[0]?.mail.subject).toBe('[Alert] Too much');
    world.mail.clear();
    const half = { sql: 'select max(amount) + 0.5 from sales', extra: { locale: 'de' } };
    await world.make(alert({ name: 'Zu viel', ...half }));
    await world.strike('2026-03-02T06:00:00Z');
    expect(world.mail.mails[0]?.mail.text).toContain('Der Wert ist 98,5; die Bedingung > 90 ist erfüllt.');
    expect((await world.alpha.get(`${path}${id}`)).json.result).toMatchObject({
      last_state: 'Success',
      last_value: 98,
    });
  });

  it.each([
    ['<', 98, false],
    ['<=', 98, true],
    ['>=', 99, false],
    ['==', 98, true],
    ['!=', 98, false],
  ])('holds where its value is %s %d: %s', async (op, threshold, isMet) => {
    const id = await world.make(alert({ validator_config_json: { op, threshold } }));
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0].state).toBe(isMet ? 'Success' : 'Not triggered');
    expect(world.mail.mails).toHaveLength(isMet ? 1 : 0);
  });

  it.each([
    ["select 'late'", true],
    ['select null', false],
    ['select 0', false],
    ['select 1 where false', false],
  ])('that asks whether there is anything takes %s for %s', async (sql, isMet) => {
    const id = await world.make(alert({ sql, validator_type: 'not null', validator_config_json: {} }));
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0].state).toBe(isMet ? 'Success' : 'Not triggered');
  });

  it.each([
    ['select amount from sales', 'Alert query returned more than one row.'],
    ['select 1, 2', 'Alert query returned more than one column.'],
    ["select 'a'", 'Alert query returned a non-number value.'],
    ['delete from sales', 'An alert asks one SELECT.'],
    ['select 1; select 2', 'An alert asks one SELECT.'],
    ['select * from no_such_table', 'no_such_table'],
    ["select count(*) from read_csv('/etc/passwd')", 'read_csv'],
  ])('whose query is %s says: %s', async (sql, words) => {
    const id = await world.make(alert({ sql }));
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({
      state: 'Error',
      error_message: expect.stringContaining(words),
    });
  });

  const endless = 'select count(*) from range(100000000000) a, range(1000) b';

  it('runs one at a time, says what it left out meanwhile, and can be stopped', async () => {
    const id = await world.make(alert({ sql: endless, working_timeout: 86_400 }));
    expect((await world.alpha.post(`${path}${id}/run`, {})).status).toBe(202);
    expect((await world.alpha.post(`${path}${id}/run`, {})).status).toBe(409);
    await world.tickAt('2026-03-02T06:00:00Z');
    expect((await world.alpha.delete(`${path}${id}/run`)).status).toBe(200);
    expect((await world.alpha.delete(`${path}${id}/run`)).status).toBe(404);
    expect(await world.logsOf(id)).toMatchObject([
      { state: 'Error', error_message: 'Report Schedule is still working, refusing to re-compute.' },
      { state: 'Error', error_message: 'The run was stopped.' },
    ]);
  });

  it('is ended when it takes too long', async () => {
    const id = await world.make(alert({ sql: endless, working_timeout: 7200, crontab: '0 6 1 1 *' }));
    await world.alpha.post(`${path}${id}/run`, {});
    await world.running.app.reports.tick();
    await world.strike('2026-03-02T07:00:01Z');
    expect(await world.logsOf(id)).toMatchObject([
      { state: 'Error', error_message: 'The run took longer than 7200 seconds and was stopped.' },
    ]);
  });

  /** The clock of another process, whose time is this one. */
  const clockAt = (time: { at: string }) => {
    const { services } = world.running.app;
    const own = { ...services, now: () => new Date(time.at) };
    return createReportClock({ services: own, sources: {}, mail: null } as unknown as RunDeps);
  };
  const rowsOf = (id: number) =>
    world.running.app.services.store.selectFrom('report_runs').selectAll().where('report_id', '=', id).execute();
  /** An alert that takes for ever, of which a run waits. */
  const makeWaiting = async () => {
    const id = await world.make(alert({ sql: endless, working_timeout: 86_400, crontab: '0 6 1 1 *' }));
    const { store } = world.running.app.services;
    const report = await store.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await clockAt({ at: '2026-03-02T05:00:00Z' }).enqueue(report, null);
    return id;
  };

  it('is told of by the process that has it by now, not by one that stood still and lost it', async () => {
    const id = await makeWaiting();
    const [slow, other] = [clockAt({ at: '2026-03-02T05:00:00Z' }), clockAt({ at: '2026-03-02T05:01:01Z' })];
    await slow.tick();
    await other.tick();
    const [taken] = await rowsOf(id);
    expect(taken).toMatchObject({ state: 'Working', attempts: 2 });
    // It hears of that in its next turn, and brings what it had at work to no end of its own.
    await slow.tick();
    await slow.idle();
    await slow.close();
    await other.tick();
    expect(await rowsOf(id)).toEqual([taken]);
    await other.close();
  });

  it('is stopped in the process that has it when another one is asked to', async () => {
    const id = await makeWaiting();
    const clock = clockAt({ at: '2026-03-02T05:00:00Z' });
    await clock.tick();
    expect((await world.alpha.delete(`${path}${id}/run`)).status).toBe(200);
    await clock.tick();
    await clock.idle();
    expect(await rowsOf(id)).toMatchObject([{ state: 'Error', error_message: 'The run was stopped.' }]);
    await clock.close();
  });

  it('stays with its process as long as that says so, and is free at once when that gives it back', async () => {
    const id = await makeWaiting();
    const time = { at: '2026-03-02T05:00:00Z' };
    const [first, second] = [clockAt(time), clockAt({ at: '2026-03-02T05:01:30Z' })];
    await first.tick();
    time.at = '2026-03-02T05:00:50Z';
    await first.tick();
    await second.tick();
    expect(await rowsOf(id)).toMatchObject([{ attempts: 1, lease_until: '2026-03-02T05:01:50.000Z' }]);
    await first.close();
    expect(await rowsOf(id)).toMatchObject([{ state: 'Working', worker: null }]);
    await second.tick();
    const [taken] = await rowsOf(id);
    expect(taken).toMatchObject({ state: 'Working', attempts: 2, worker: expect.any(String) });
    await second.close();
  });

  it('is not given back by a process that ends after it has lost it', async () => {
    const id = await makeWaiting();
    const [slow, other] = [clockAt({ at: '2026-03-02T05:00:00Z' }), clockAt({ at: '2026-03-02T05:01:01Z' })];
    await slow.tick();
    await other.tick();
    const [taken] = await rowsOf(id);
    await slow.close();
    expect(await rowsOf(id)).toEqual([taken]);
    await other.close();
  });

  it('is asked once before it is saved', async () => {
    const check = (change: object) =>
      world.alpha.post(`${path}check`, { database: 1, sql: 'select max(amount) from sales', ...condition, ...change });
    expect((await check({})).json.result).toEqual({ value: 98, value_row_json: null, is_met: true });
    expect((await check({ sql: 'select 1, 2' })).json.message).toBe('Alert query returned more than one column.');
    expect((await check({ sql: 'select nothing from sales' })).status).toBe(422);
    expect((await check({ database: 99 })).status).toBe(404);
    const gamma = await world.running.signInAs('gamma', ['Gamma']);
    expect((await gamma.post(`${path}check`, { database: 1, sql: 'select 1', ...condition })).status).toBe(403);
  });

  it('asks with the rights of who answers for it, and never past row-level rules', async () => {
    const { store, accounts } = world.running.app.services;
    const eve = await world.running.signInAs('eve', ['Alpha']);
    const id = await world.make(alert({ sql: "select count(*) from sales where region <> 'EU'" }), eve);
    await keepTo('EU');
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id, eve))[0]).toMatchObject({ value: 0, error_message: null });
    const rows = await world.make({ chart: world.charts.table, report_format: 'TEXT' }, eve);
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(rows, eve))[0].error_message).toBeNull();
    const text = world.mail.mails.at(-1)?.mail.text ?? '';
    expect(text).toContain('EU');
    expect(text).not.toContain('US');
    await store.deleteFrom('row_level_rules').execute();
    await store.deleteFrom('row_level_rule_roles').execute();
    await store.deleteFrom('row_level_rule_datasets').execute();
    await store.updateTable('users').set({ is_active: 0 }).where('username', '=', 'eve').execute();
    accounts.forget();
    await world.strike('2026-03-03T06:00:00Z');
    expect((await world.logsOf(id, world.running.admin))[0].error_message).toContain('gone or deactivated');
  });
});

describe('an alert by a metric', () => {
  const asked = (metric: object, change: object = {}) => ({
    ...alert(change),
    ...{ database: undefined, sql: undefined },
    metric: { dataset: world.datasetId, metric: revenue, ...metric },
  });
  const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(amount)', label: 'revenue' };
  const checked = async (body: object) => {
    const { type: _type, crontab: _crontab, grace_period: _grace, ...rest } = { ...alert(), ...body };
    return world.alpha.post(`${path}check`, rest);
  };

  it('compares what a chart of it would show, over the rows that it says, and is kept so', async () => {
    const id = await world.make(asked({ where: "region = 'EU'" }, { name: 'EU is high' }));
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({ state: 'Success', value: 1584 });
    const { result } = (await world.alpha.get(`${path}${id}`)).json;
    expect(result).toMatchObject({
      ...{ database: null, sql: null },
      metric: { dataset: world.datasetId, dataset_name: 'sales', metric: revenue, where: "region = 'EU'" },
    });
    expect((await world.alpha.put(`${path}${id}`, { validator_config_json: { op: '<', threshold: 1 } })).status).toBe(
      200,
    );
    await world.strike('2026-03-03T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({ state: 'Not triggered', value: 1584 });
    const related = (await world.alpha.get(`${path}related/dataset`)).json.result;
    expect(related).toContainEqual({ text: 'sales', value: world.datasetId, extra: {} });
  });

  it('is asked once before it is saved, and becomes one by a query and back', async () => {
    const metric = { dataset: world.datasetId, metric: revenue };
    expect((await checked({ ...asked({}), metric })).json.result).toMatchObject({ value: 4851, is_met: true });
    const id = await world.make(asked({}));
    const query = { database: 1, sql: 'select 7' };
    expect((await world.alpha.put(`${path}${id}`, query)).json.message).toMatchObject({ metric: [expect.any(String)] });
    expect((await world.alpha.put(`${path}${id}`, { ...query, metric: null })).status).toBe(200);
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({ state: 'Not triggered', value: 7 });
    expect((await world.alpha.put(`${path}${id}`, { database: null, sql: null, metric })).status).toBe(200);
    await world.strike('2026-03-03T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({ state: 'Success', value: 4851 });
  });

  it('names the field of what cannot be asked', async () => {
    const refused = async (metric: object, change: object = {}) => {
      const answer = await world.alpha.post(path, { ...toReport(world.charts.bars), ...asked(metric), ...change });
      return [answer.status, JSON.stringify(answer.json.message)];
    };
    expect(await refused({ metric: 'nothing' })).toEqual([422, expect.stringMatching(/metric.*nothing/)]);
    expect(await refused({ dataset: 9999 })).toEqual([422, expect.stringMatching(/metric.*Dataset does not exist/)]);
    expect(await refused({ time_range: 'Last week' })).toEqual([422, expect.stringMatching(/metric.*time column/)]);
    expect(await refused({}, { database: 1, sql: 'select 1' })).toEqual([422, expect.stringMatching(/not both/)]);
    expect(await refused({}, { type: 'Report' })).toEqual([400, expect.stringMatching(/Only an alert/)]);
    expect((await checked({ database: undefined, sql: undefined })).json.message).toMatchObject({
      database: [expect.any(String)],
    });
    const wrong = await checked({ ...asked({ where: 'amount > (select 1' }) });
    expect([wrong.status, wrong.json.message]).toEqual([400, { 'extras.where': ['Unclosed parenthesis'] }]);
    const gamma = await world.running.signInAs('greta', ['Gamma']);
    expect((await gamma.post(`${path}check`, { ...condition, metric: asked({}).metric })).status).toBe(403);
  });

  it('keeps its dataset from being deleted', async () => {
    await world.make(asked({}, { name: 'Watched' }));
    const answer = await world.running.admin.delete(`/api/v1/dataset/${world.datasetId}`);
    expect([answer.status, answer.json.message]).toEqual([422, 'There are associated alerts or reports: Watched']);
  });

  it('sees the rows of who answers for it alone', async () => {
    const { store } = world.running.app.services;
    const id = await world.make(asked({}));
    await keepTo('US');
    await world.strike('2026-03-02T06:00:00Z');
    expect((await world.logsOf(id))[0]).toMatchObject({ value: 1617 });
    await store.deleteFrom('row_level_rules').execute();
    await store.deleteFrom('row_level_rule_roles').execute();
    await store.deleteFrom('row_level_rule_datasets').execute();
  });
});

describe('a webhook', () => {
  it('gets the report with its files, signed, under a name that stays the same', async () => {
    const id = await world.make(hookTo('Webhook', `${hookUrl}/in?key=hidden`, { secret: 'shared' }));
    statuses.push(503);
    await world.strike('2026-03-02T06:00:00Z');
    expect(await world.logsOf(id)).toMatchObject([{ state: 'Success', sent: 1 }]);
    const [first, second] = posts;
    expect(first?.headers['x-powerset-delivery']).toBe(second?.headers['x-powerset-delivery']);
    expect(second?.url).toBe('/in?key=hidden');
    const [, time, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(second?.headers['x-powerset-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', 'shared').update(`${time}.${second?.body}`).digest('hex'));
    const body = JSON.parse(second?.body ?? '{}');
    expect(body).toMatchObject({
      header: { notification_type: 'Report', notification_format: 'PNG', chart_id: world.charts.bars },
      url: `https://bi.example.com/explore/?slice_id=${world.charts.bars}`,
      files: [{ name: 'Revenue.png', type: 'image/png' }],
    });
    expect(Buffer.from(body.files[0].content, 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('of Slack gets text and a link', async () => {
    const change = { name: 'A & B', chart: world.charts.table, report_format: 'TEXT' };
    await world.make({ ...change, ...hookTo('Slack', `${hookUrl}/services/T0/B0/abcdef`) });
    await world.strike('2026-03-02T06:00:00Z');
    const { text, blocks } = JSON.parse(posts[0]?.body ?? '{}');
    expect(text).toContain('A & B');
    expect(blocks[0].text).toEqual({ type: 'mrkdwn', text: '*[Report] A &amp; B*' });
    expect(blocks[1].text.text).toMatch(/^```region\s+revenue/);
  });

  it('is never shown whole, and stays as it was when it is sent back as it is shown', async () => {
    const id = await world.make(hookTo('Webhook', `${hookUrl}/secret/path/abcd`, { secret: 'shared' }));
    const { result } = (await world.alpha.get(`${path}${id}`)).json;
    const shown = JSON.parse(result.recipients[0].recipient_config_json);
    expect(shown).toEqual({ target: `${hookUrl}/…abcd`, secret: 'XXXXXXXXXX' });
    const recipients = [{ type: 'Webhook', recipient_config_json: shown }];
    expect((await world.alpha.put(`${path}${id}`, { recipients })).status).toBe(200);
    await world.strike('2026-03-02T06:00:00Z');
    expect(posts).toMatchObject([
      { url: '/secret/path/abcd', headers: { 'x-powerset-signature': expect.any(String) } },
    ]);
    statuses.push(302);
    await world.strike('2026-03-03T06:00:00Z');
    expect((await world.logsOf(id))[0].error_message).toMatch(/answered 302, and redirects are not followed/);
    expect(posts).toHaveLength(2);
    const everything = [JSON.stringify(await world.logsOf(id)), ...logged].join('\n');
    expect(everything).not.toMatch(/secret\/path|shared/);
    const foreign = await world.alpha.post(path, toReport(world.charts.bars, { recipients }));
    expect([foreign.status, Object.keys(foreign.json.message)]).toEqual([422, ['recipients']]);
  });

  it('is refused where it would reach what is not to be reached', async () => {
    const refused = async (target: string) => {
      const answer = await world.alpha.post(path, toReport(world.charts.bars, hookTo('Webhook', target)));
      return [answer.status, String(answer.json.message.recipients)];
    };
    for (const target of [
      'http://169.254.169.254/x',
      'http://0xa9fea9fe/',
      'http://[fd00:ec2::254]/',
      'ftp://a.example',
    ])
      expect((await refused(target))[0], target).toBe(422);
    expect(await refused('https://name:word@example.com/')).toEqual([422, expect.stringContaining('password')]);
  });
});

describe('webhooks without the setting for private networks', () => {
  it('go nowhere private and nowhere unencrypted', async () => {
    const closed = await startReportWorld();
    const refused = async (type: string, target: string) => {
      const answer = await closed.alpha.post(path, toReport(closed.charts.bars, hookTo(type, target)));
      return String(answer.json.message.recipients);
    };
    expect(await refused('Webhook', 'http://example.com/')).toContain('https://');
    for (const host of ['127.0.0.1', 'localhost', '10.0.0.1', '[::1]', '2130706433'])
      expect(await refused('Webhook', `https://${host}/`), host).toContain('POWERSET_WEBHOOK_PRIVATE_HOSTS');
    expect(await refused('Slack', '#general')).toContain('incoming webhook');
    const { store, secrets } = closed.running.app.services;
    // A name that means another address by now: it is looked at when it is called.
    const id = await closed.make(hookTo('Webhook', 'https://hooks.example.com/x'));
    const secret = secrets.encrypt(JSON.stringify({ target: 'https://ip6-localhost/x' }));
    await store.updateTable('report_recipients').set({ secret }).where('report_id', '=', id).execute();
    await closed.strike('2026-03-02T06:00:00Z');
    expect((await closed.logsOf(id))[0].error_message).toMatch(/private network|could not be reached/);
    await closed.stop();
  }, 60_000);
});
