import { loadImage } from '@napi-rs/canvas';
import { encodeRison } from '@powerset/contract';
import { apiClient } from '@powerset/testkit';
import { startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openAwayStore } from '../../metadata/away-store-for-tests.ts';
import { createReportClock } from './clock.ts';
import { reportPath as path, type ReportWorld, startReportWorld, toReport } from './reports-fixture.ts';
import type { RunDeps } from './run.ts';

let world: ReportWorld;

beforeAll(async () => {
  world = await startReportWorld();
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await world.running.app.reports.idle();
  await world.running.app.services.store.deleteFrom('reports').execute();
  world.mail.clear();
});

const listed = async (q: object, api = world.alpha) => (await api.get(`${path}?q=${encodeRison(q)}`)).json;

describe('reports', () => {
  it('are made, read, listed, changed, paused and deleted [API-048] [API-049] [API-050] [API-051]', async () => {
    const { alpha, charts } = world;
    const body = toReport(charts.bars, { name: 'Daily', description: 'Of the day', creation_method: 'charts' });
    const made = await alpha.post(path, body);
    expect(made.status, made.text).toBe(201);
    const { id } = made.json;
    expect(made.json.result).toMatchObject({ name: 'Daily', crontab: '0 6 * * *' });
    const { result } = (await alpha.get(`${path}${id}`)).json;
    expect(result).toMatchObject({
      active: true,
      chart: { id: charts.bars, slice_name: 'Revenue', viz_type: 'echarts_timeseries_bar' },
      dashboard: null,
      database: null,
      creation_method: 'charts',
      report_format: 'PNG',
      log_retention: 90,
      grace_period: 14_400,
      working_timeout: 3600,
      timezone: 'UTC',
      last_state: 'Not triggered',
      next_run_on: '2026-03-02T06:00:00.000Z',
      owners: [{ first_name: 'alpha' }],
      run_as: { first_name: 'alpha' },
      recipients: [{ type: 'Email', recipient_config_json: '{"target":"ann@example.com, bob@example.com"}' }],
    });
    const byChart = [
      { col: 'chart_id', opr: 'eq', value: charts.bars },
      { col: 'creation_method', opr: 'eq', value: 'charts' },
    ];
    expect(await listed({ filters: byChart })).toMatchObject({
      count: 1,
      result: [{ id, chart_id: charts.bars, crontab_humanized: 'At 06:00', source_name: 'Revenue' }],
    });
    const paused = await alpha.put(`${path}${id}`, { active: false });
    expect([paused.status, paused.json]).toEqual([200, { id, result: { active: false } }]);
    expect((await alpha.get(`${path}${id}`)).json.result).toMatchObject({ active: false, next_run_on: null });
    await world.strike('2026-03-05T12:00:00Z');
    expect(await world.logsOf(id)).toEqual([]);
    await alpha.put(`${path}${id}`, { active: true, crontab: '30 7 * * 1', timezone: 'Europe/Berlin' });
    expect((await alpha.get(`${path}${id}`)).json.result.next_run_on).toBe('2026-03-02T06:30:00.000Z');
    expect((await alpha.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await alpha.get(`${path}${id}`)).status).toBe(404);
  });

  it('are found by name, type, state, owner and object, and deleted together [API-048]', async () => {
    const { alpha, dashboardId } = world;
    const first = await world.make({ name: 'Weekly numbers' });
    const second = await world.make({ name: 'Board', chart: undefined, dashboard: dashboardId });
    const filters = (col: string, opr: string, value: unknown) => ({ filters: [{ col, opr, value }] });
    const idsOf = async (q: object) => (await listed(q)).ids;
    expect(await idsOf(filters('name', 'report_all_text', 'NUMB'))).toEqual([first]);
    expect(await idsOf(filters('dashboard_id', 'eq', dashboardId))).toEqual([second]);
    expect(await idsOf(filters('type', 'eq', 'Alert'))).toEqual([]);
    expect(await idsOf({ order_column: 'name', order_direction: 'asc' })).toEqual([second, first]);
    const byChange = { order_column: 'changed_on_delta_humanized', order_direction: 'asc' };
    await alpha.put(`${path}${second}`, { description: 'Changed last' });
    expect(await idsOf(byChange)).toEqual([first, second]);
    const { id: me } = (await alpha.get('/api/v1/me/')).json.result;
    expect(await idsOf(filters('owners', 'rel_m_m', me))).toEqual(expect.arrayContaining([first, second]));
    const related = (column: string) => alpha.get(`${path}related/${column}`);
    expect((await related('chart')).json.result.map(({ text }: { text: string }) => text)).toContain('Revenue');
    expect((await related('dashboard')).json.result).toEqual([{ text: 'Sales', value: dashboardId, extra: {} }]);
    expect((await related('database')).json.result).toMatchObject([{ value: 1 }]);
    expect((await related('owners')).status).toBe(200);
    expect((await related('nothing')).status).toBe(404);
    const gone = await alpha.delete(`${path}?q=${encodeRison([first, second])}`);
    expect(gone.json).toEqual({ message: 'Deleted 2 report schedules' });
    expect(await idsOf({})).toEqual([]);
  });

  it('name the field of what cannot be', async () => {
    const { alpha, charts, dashboardId } = world;
    const refused = async (change: object) => {
      const { status, json } = await alpha.post(path, toReport(charts.bars, change));
      return [status, json.message];
    };
    expect(await refused({ crontab: 'daily' })).toEqual([
      400,
      { crontab: ['Cron expression is not valid', expect.stringContaining('five fields')] },
    ]);
    expect(await refused({ crontab: '* * * * *' })).toEqual([
      422,
      { crontab: ['Leave at least 5 minutes between two runs.'] },
    ]);
    expect(await refused({ timezone: 'Mars/Olympus' })).toMatchObject([400, { timezone: [expect.any(String)] }]);
    expect(await refused({ dashboard: dashboardId })).toEqual([
      422,
      { chart: ['Choose a chart or dashboard not both'] },
    ]);
    expect(await refused({ chart: undefined })).toEqual([
      422,
      { chart: ['Please choose either a chart or dashboard'] },
    ]);
    expect(await refused({ chart: 9999 })).toEqual([422, { chart: ['Chart does not exist'] }]);
    expect(await refused({ chart: undefined, dashboard: 9999 })).toEqual([
      422,
      { dashboard: ['Dashboard does not exist'] },
    ]);
    expect(await refused({ chart: undefined, dashboard: dashboardId, report_format: 'CSV' })).toMatchObject([
      422,
      { report_format: [expect.any(String)] },
    ]);
    expect(await refused({ custom_width: 100 })).toEqual([
      400,
      { custom_width: ['Screenshot width must be between 600px and 2400px'] },
    ]);
    expect(await refused({ type: 'Alert' })).toEqual([422, { database: ['Database is required for alerts'] }]);
    const mail = (target: string) => ({ recipients: [{ type: 'Email', recipient_config_json: { target } }] });
    expect(await refused(mail('ann'))).toEqual([422, { recipients: ['“ann” is no e-mail address.'] }]);
    expect(await refused(mail('a@b.c\r\nBcc: x@y.z'))).toMatchObject([422, { recipients: [expect.any(String)] }]);
    await world.make({ name: 'Taken' });
    expect(await refused({ name: 'Taken' })).toEqual([422, { name: ['Name must be unique'] }]);
    expect((await alpha.post(path, {})).json.message).toMatchObject({
      name: ['Missing data for required field.'],
      crontab: ['Missing data for required field.'],
      type: ['Missing data for required field.'],
    });
  });

  it('are one for each person and object where they are made beside it [RPT-002] [RPT-011]', async () => {
    const { alpha, charts } = world;
    const beside = { creation_method: 'charts' };
    // Of those that are made elsewhere there may be several.
    for (const chart of [charts.bars, charts.table]) await world.make({ chart });
    await world.make(beside);
    const again = await alpha.post(path, toReport(charts.bars, beside));
    expect([again.status, again.json.message]).toEqual([409, 'Resource already has an attached report.']);
    await world.make(beside, world.running.admin);
    await world.make({ ...beside, chart: charts.table });
    await world.make({ creation_method: 'dashboards', chart: charts.table });
    await world.make();
  });

  it('belong to their owners; others with all databases see them, and nobody sees addresses', async () => {
    const id = await world.make();
    const other = await world.running.signInAs('other', ['Alpha']);
    const seen = (await other.get(`${path}${id}`)).json.result;
    expect(seen.recipients).toMatchObject([{ type: 'Email', recipient_config_json: '{}' }]);
    for (const call of [other.put(`${path}${id}`, { active: false }), other.delete(`${path}${id}`)])
      expect((await call).status).toBe(403);
    expect((await other.post(`${path}${id}/run`, {})).status).toBe(403);
    const gamma = await world.running.signInAs('gamma', ['Gamma']);
    expect((await gamma.get(path)).status).toBe(403);
    expect((await apiClient(world.running.url).get(path)).status).toBe(401);
    const seenAt = { last_modified_time: seen.last_modified_time };
    expect((await world.alpha.put(`${path}${id}`, { description: 'A', ...seenAt })).status).toBe(200);
    expect((await world.alpha.put(`${path}${id}`, { description: 'B', ...seenAt })).status).toBe(409);
    expect((await world.alpha.put(`${path}9999`, {})).status).toBe(404);
    expect((await world.alpha.get(`${path}${id}/log/1`)).status).toBe(404);
  });

  it('keep what they are made of from being deleted', async () => {
    const { alpha, charts, dashboardId } = world;
    await world.make({ name: 'First' });
    await world.make({ name: 'Second', chart: undefined, dashboard: dashboardId });
    const ofChart = await alpha.delete(`/api/v1/chart/${charts.bars}`);
    expect([ofChart.status, ofChart.json.message]).toEqual([422, 'There are associated alerts or reports: First']);
    const ofDashboard = await alpha.delete(`/api/v1/dashboard/?q=!(${dashboardId})`);
    expect(ofDashboard.json.message).toBe('There are associated alerts or reports: Second');
    const namesOf = async (column: string, value: number) => {
      const { json } = await alpha.get(`${path}?q=(filters:!((col:${column},opr:eq,value:${value})))`);
      return json.result.map(({ name }: { readonly name: string }) => name);
    };
    expect(await namesOf('chart_id', charts.bars)).toContain('First');
    expect(await namesOf('dashboard_id', dashboardId)).toEqual(['Second']);
    expect(await namesOf('dataset_id', 1)).toEqual([]);
    expect(await namesOf('database_id', 9999)).toEqual([]);
  });

  it('say what their times are, which permissions one has, and that there is no Slack workspace', async () => {
    const { alpha } = world;
    const times = new URLSearchParams({ crontab: '0 6 * * 1-5', timezone: 'Europe/Berlin' });
    expect((await alpha.get(`${path}preview?${times}`)).json.result).toMatchObject({
      cron_fields: { hours: [6], weekdays: [1, 2, 3, 4, 5] },
      times: ['2026-03-03T05:00:00.000Z', '2026-03-04T05:00:00.000Z', '2026-03-05T05:00:00.000Z'],
    });
    expect((await alpha.get(`${path}_info?q=(keys:!(permissions))`)).json).toEqual({
      permissions: ['can_read', 'can_write'],
    });
    expect((await alpha.get(`${path}slack_channels/`)).status).toBe(422);
    expect((await alpha.get(`${path}delivery`)).json.result).toMatchObject({ has_mail: true });
  });

  it('are not there where they are switched off', async () => {
    const off = await startInProcess({ env: { POWERSET_FEATURES: '-ALERT_REPORTS' } });
    for (const address of [path, `${path}1`, `${path}slack_channels/`])
      expect((await off.admin.get(address)).status).toBe(404);
    await off.stop();
  });
});

describe('a report by the clock', () => {
  it('sends a drawn chart once, with its words and a link [RPT-010]', async () => {
    const id = await world.make({ name: 'Daily <b>', description: 'Of the day', email_subject: 'Numbers' });
    await world.strike('2026-03-02T05:59:59Z');
    expect(world.mail.mails).toEqual([]);
    await world.strike('2026-03-02T06:00:01Z');
    await world.strike('2026-03-02T06:00:06Z');
    expect(world.mail.mails).toHaveLength(1);
    const [{ to, mail } = { to: [], mail: null }] = world.mail.mails;
    expect(to).toEqual(['ann@example.com', 'bob@example.com']);
    expect(mail).toMatchObject({ subject: 'Numbers', from: { name: 'Powerset', address: 'reports@example.com' } });
    expect(mail?.text).toContain('Of the day');
    expect(mail?.html).toContain('Daily &lt;b&gt;');
    expect(mail?.html).toContain(`https://bi.example.com/explore/?slice_id=${world.charts.bars}`);
    const [picture] = mail?.attachments ?? [];
    expect(picture).toMatchObject({ filename: 'Revenue.png', mimeType: 'image/png', disposition: 'inline' });
    const image = await loadImage(Buffer.from(picture?.content as ArrayBuffer));
    expect([image.width, image.height]).toEqual([1920, 1080]);
    const [log] = await world.logsOf(id);
    expect(log).toMatchObject({
      state: 'Success',
      trigger: 'clock',
      sent: 1,
      error_message: null,
      scheduled_dttm: '2026-03-02T06:00:00.000Z',
      start_dttm: '2026-03-02T06:00:01.000Z',
    });
    expect((await world.alpha.get(`${path}${id}/log/${log.id}`)).json.result.uuid).toBe(log.uuid);
    expect((await world.alpha.get(`${path}${id}`)).json.result).toMatchObject({
      last_state: 'Success',
      next_run_on: '2026-03-03T06:00:00.000Z',
    });
  });

  it.each([
    ['PDF', 'Revenue.pdf', 'application/pdf', '%PDF-'],
    ['CSV', 'Revenue.csv', 'text/csv', '\ufeffregion,revenue'],
    ['XLSX', 'Revenue.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'PK'],
  ])('sends %s as a file', async (report_format, filename, mimeType, begin) => {
    await world.make({ report_format });
    await world.strike('2026-03-02T06:00:00Z');
    const [file] = world.mail.mails[0]?.mail.attachments ?? [];
    expect(file).toMatchObject({ filename, mimeType });
    expect(
      Buffer.from(file?.content as ArrayBuffer)
        .toString('utf8')
        .startsWith(begin),
    ).toBe(true);
  });

  it('writes the rows of a chart into the message as text', async () => {
    await world.make({ chart: world.charts.table, report_format: 'TEXT' });
    await world.strike('2026-03-02T06:00:00Z');
    const { mail } = world.mail.mails[0] ?? {};
    expect(mail?.attachments).toEqual([]);
    expect(mail?.text).toMatch(/region\s+revenue\n-+\s+-+\n/);
    expect(mail?.html).toContain('>1584</td>');
  });

  it('sends a dashboard in the state that its maker chose, with a link to that state', async () => {
    const { dashboardId } = world;
    const extra = { dashboard: { dataMask: {}, activeTabs: ['TAB-1'] } };
    await world.make({ chart: undefined, dashboard: dashboardId, extra });
    await world.strike('2026-03-02T06:00:00Z');
    const { mail } = world.mail.mails[0] ?? {};
    const [, key] = /superset\/dashboard\/p\/([^/"]+)\//.exec(mail?.html ?? '') ?? [];
    const link = await world.alpha.get(`/api/v1/dashboard/permalink/${key}`);
    expect(link.json).toMatchObject({ dashboardId: String(dashboardId), state: { activeTabs: ['TAB-1'] } });
    const image = await loadImage(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer));
    expect(image.width).toBe(1920);
  });

  it('draws each of several tabs that are named together, and takes the field by which clients name some', async () => {
    const { alpha } = world;
    const node = (id: string, type: string, children: readonly string[], meta: object = {}) =>
      [id, { id, type, children, meta }] as const;
    const card = (chartId: number) => node(`CHART-${chartId}`, 'CHART', [], { chartId, width: 6, height: 20 });
    const { bars, table } = world.charts;
    const nodes = [
      ...[node('ROOT_ID', 'ROOT', ['TABS-1']), node('TABS-1', 'TABS', ['TAB-1', 'TAB-2'])],
      ...[node('TAB-1', 'TAB', ['ROW-1'], { text: 'One' }), node('TAB-2', 'TAB', ['ROW-2'], { text: 'Two' })],
      ...[node('ROW-1', 'ROW', [`CHART-${bars}`]), node('ROW-2', 'ROW', [`CHART-${table}`]), card(bars), card(table)],
    ];
    const position_json = JSON.stringify(Object.fromEntries(nodes));
    const made = await alpha.post('/api/v1/dashboard/', { dashboard_title: 'Tabs', published: true, position_json });
    const dashboard = { dataMask: {}, activeTabs: ['TAB-2'], anchor: JSON.stringify(['TAB-1', 'TAB-2']) };
    await world.make({ chart: undefined, dashboard: made.json.id, extra: { dashboard }, selected_tabs: [1, 2] });
    await world.strike('2026-03-02T06:00:00Z');
    const { mail } = world.mail.mails[0] ?? {};
    const pictures = (mail?.attachments ?? []).map(({ content }) => Buffer.from(content as ArrayBuffer));
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['Tabs.png', 'Tabs_2.png']);
    expect(pictures.map((bytes) => bytes.subarray(1, 4).toString())).toEqual(['PNG', 'PNG']);
    expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(false);
  });

  it('draws a chart in the language of whoever saved the report', async () => {
    const pictures: string[] = [];
    for (const locale of ['en', 'de', 'de-CH', null]) {
      await world.make({ report_format: 'PNG', extra: { locale } });
      await world.strike('2026-03-02T06:00:00Z');
      const sent = world.mail.mails.at(-1)?.mail.attachments[0]?.content;
      pictures.push(Buffer.from(sent as ArrayBuffer).toString('base64'));
      for (const { id } of (await world.alpha.get('/api/v1/report/')).json.result)
        await world.alpha.delete(`/api/v1/report/${id}`);
    }
    const [english, german, swiss, unsaid] = pictures;
    expect([english === german, german === swiss, english === unsaid]).toEqual([false, true, true]);
  });

  it('is worded in the language of whoever saved it', async () => {
    const extra = { locale: 'de' };
    const id = await world.make({ name: 'Regionen', chart: world.charts.table, report_format: 'CSV', extra });
    await world.alpha.post(`${path}${id}/run`, { is_test: true });
    await world.running.app.reports.idle();
    const { mail } = world.mail.mails[0] ?? {};
    expect(mail?.subject).toBe('Test: [Report] Regionen');
    for (const words of ['<html lang="de" dir="ltr">', 'Dies ist ein Test', 'Angehängt: Regions.csv', 'Regions öffnen'])
      expect(mail?.html).toContain(words);
  });

  it('tells its owners in their language what it failed at', async () => {
    await world.make({ name: 'Kaputt', chart: world.charts.broken, extra: { locale: 'de' } });
    await world.strike('2026-03-02T06:00:00Z');
    const { mail } = world.mail.mails[0] ?? {};
    expect(mail?.subject).toBe('[Fehler] Kaputt');
    expect(mail?.text).toContain('Der Bericht „Kaputt“ konnte nicht zugestellt werden.');
    expect(mail?.text).toContain('Diese Spalten fehlen im Datensatz: ["nowhere"]');
    expect(mail?.text).toContain('Die Läufe: https://bi.example.com/report/');
  });

  it('says what is wrong with a chart instead of sending it, to its owners once', async () => {
    const id = await world.make({ name: 'Bad', chart: world.charts.broken });
    await world.strike('2026-03-02T06:00:00Z');
    await world.strike('2026-03-02T06:05:00Z');
    expect(await world.logsOf(id)).toMatchObject([
      { state: 'Error', error_message: expect.stringContaining('nowhere') },
    ]);
    await world.alpha.put(`${path}${id}`, { crontab: '*/10 * * * *' });
    await world.strike('2026-03-02T06:20:00Z');
    expect(await world.logsOf(id)).toHaveLength(2);
    expect(world.mail.mails.map(({ to, mail }) => [to, mail.subject])).toEqual([
      [['alpha@example.com'], '[Error] Bad'],
    ]);
  });

  it('is tried again where the mail server says later, and not where it says never', async () => {
    world.mail.refuse(451, 451);
    const id = await world.make();
    await world.strike('2026-03-02T06:00:00Z');
    expect(world.mail.mails).toHaveLength(1);
    expect(await world.logsOf(id)).toMatchObject([{ state: 'Success', sent: 1 }]);
    world.mail.clear();
    world.mail.refuse(550);
    await world.strike('2026-03-03T06:00:00Z');
    const [last] = await world.logsOf(id);
    expect(last).toMatchObject({ state: 'Error', sent: 0, error_message: expect.stringContaining('refused') });
  });

  it('runs now by hand, and as a test to its maker alone', async () => {
    const id = await world.make({ name: 'Now' });
    const test = await world.alpha.post(`${path}${id}/run`, { is_test: true });
    expect([test.status, test.json.result]).toMatchObject([202, { state: 'Working', is_test: true, trigger: 'hand' }]);
    await world.running.app.reports.idle();
    expect(world.mail.mails).toMatchObject([{ to: ['alpha@example.com'], mail: { subject: 'Test: [Report] Now' } }]);
    expect((await world.alpha.get(`${path}${id}`)).json.result.last_state).toBe('Not triggered');
    await world.alpha.post(`${path}${id}/run`, {});
    await world.running.app.reports.idle();
    expect(world.mail.mails[1]?.to).toEqual(['ann@example.com', 'bob@example.com']);
    expect((await world.alpha.get(`${path}${id}`)).json.result.last_state).toBe('Success');
  });

  it('is shown to be at work from the moment that somebody wants it', async () => {
    const id = await world.make({ name: 'At once' });
    const { services } = world.running.app;
    const report = await services.store
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    // A clock that has no turns begins nothing.
    const clock = createReportClock({ services } as RunDeps);
    await clock.enqueue(report, null);
    expect((await world.alpha.get(`${path}${id}`)).json.result.last_state).toBe('Working');
    await clock.stop(id);
  });

  it('tells how a run ended as soon as the store is back that was away', async () => {
    const id = await world.make();
    const { services } = world.running.app;
    const find = services.store.selectFrom('reports').selectAll().where('id', '=', id);
    const report = await find.executeTakeFirstOrThrow();
    let tries = 0;
    const store = openAwayStore(services.store, (asked) => asked === 'transaction' && ++tries < 3);
    const clock = createReportClock({
      services: { ...services, store },
      sources: {},
      mail: null,
    } as unknown as RunDeps);
    await createReportClock({ services } as RunDeps).enqueue(report, null);
    await clock.tick();
    await clock.idle();
    expect([tries, await world.logsOf(id)]).toEqual([3, [expect.objectContaining({ state: 'Error' })]]);
    await clock.close();
  });

  it('comes again at its times after a clock that was ahead, and none of them twice', async () => {
    const id = await world.make();
    const nextOf = async () => (await world.alpha.get(`${path}${id}`)).json.result.next_run_on;
    await world.strike('2027-05-01T06:00:00Z');
    expect(await nextOf()).toBe('2027-05-02T06:00:00.000Z');
    await world.strike('2026-03-02T05:30:00Z');
    expect(await nextOf()).toBe('2026-03-02T06:00:00.000Z');
    await world.strike('2026-03-02T06:00:00Z');
    await world.strike('2026-03-02T05:10:00Z');
    await world.strike('2026-03-02T06:00:00Z');
    expect(await nextOf()).toBe('2026-03-03T06:00:00.000Z');
    expect((await world.logsOf(id)).map(({ scheduled_dttm: due }) => due)).toHaveLength(2);
    await world.strike('2019-01-01T00:00:00Z');
    expect(await nextOf()).toBe('2026-03-03T06:00:00.000Z');
  });

  it('makes up once for all the times that the server was not there', async () => {
    const id = await world.make();
    await world.strike('2026-03-06T09:00:00Z');
    expect(await world.logsOf(id)).toHaveLength(1);
    expect((await world.alpha.get(`${path}${id}`)).json.result.next_run_on).toBe('2026-03-07T06:00:00.000Z');
  });

  it('keeps its runs for as long as it says', async () => {
    const id = await world.make({ log_retention: 2 });
    await world.strike('2026-03-02T06:00:00Z');
    await world.strike('2026-03-06T06:00:00Z');
    expect(await world.logsOf(id)).toMatchObject([{ scheduled_dttm: '2026-03-03T06:00:00.000Z' }]);
  });
});
