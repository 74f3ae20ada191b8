import { makeTempFolder, signInWithToken, startServer, testAdmin } from '@powerset/testkit';
import { startMailServer } from '@powerset/testkit/mail-server';
import { describe, expect, it } from 'vitest';
import { reportPath as path, toReport } from './reports-fixture.ts';

const mailTo = (target: string) => ({ type: 'Email', recipient_config_json: { target } });

async function open(dataFolder: string, smtpUrl: string) {
  const env = { POWERSET_SMTP_URL: smtpUrl, POWERSET_MAIL_FROM: 'reports@example.com' };
  const server = await startServer({ dataFolder, env });
  return { server, admin: await signInWithToken(server.url, testAdmin) };
}

type Opened = Awaited<ReturnType<typeof open>>;

async function makeChart({ admin }: Opened): Promise<number> {
  const sql = "select 'EU' as region, 1 as amount";
  const dataset = await admin.post('/api/v1/dataset/', { database: 1, schema: 'main', table_name: 'small', sql });
  const chart = await admin.post('/api/v1/chart/', {
    slice_name: 'Small',
    viz_type: 'table',
    datasource_id: dataset.json.id,
    datasource_type: 'table',
    params: JSON.stringify({ query_mode: 'raw', all_columns: ['region', 'amount'] }),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

async function lastRun({ admin }: Opened, id: number) {
  for (;;) {
    const [run] = (await admin.get(`${path}${id}/log/`)).json.result;
    if (run && run.state !== 'Working') return run;
  }
}

describe('kill -9 in the middle of a delivery', () => {
  it('sends to nobody twice, goes on with those who were not tried, and says whom it does not know of [RPT-010]', async () => {
    const folder = await makeTempFolder('powerset-kill-report');
    const mail = await startMailServer();
    const first = await open(folder.path, mail.url);
    const chart = await makeChart(first);
    const recipients = ['one@example.com', 'two@example.com', 'three@example.com'].map(mailTo);
    const { id } = (await first.admin.post(path, toReport(chart, { recipients, report_format: 'TEXT' }))).json;
    const letGo = mail.hold();
    await first.admin.post(`${path}${id}/run`, {});
    // The mail server has the message, and its answer is on its way.
    await mail.waitFor(1);
    await first.server.kill9();
    letGo();

    const second = await open(folder.path, mail.url);
    const run = await lastRun(second, id);
    expect(mail.mails.map(({ to }) => to)).toEqual([['one@example.com'], ['two@example.com'], ['three@example.com']]);
    expect(run).toMatchObject({
      state: 'Error',
      sent: 2,
      error_message:
        'It is not known whether one@example.com was reached when the server stopped, so it was not sent again.',
    });
    await second.server.stop();
    await mail.stop();
    await folder.remove();
  }, 60_000);

  it('before anything was sent takes the run up again, and sends once', async () => {
    const folder = await makeTempFolder('powerset-kill-report');
    const mail = await startMailServer();
    const first = await open(folder.path, mail.url);
    const chart = await makeChart(first);
    const { id } = (await first.admin.post(path, toReport(chart, { recipients: [mailTo('one@example.com')] }))).json;
    await first.admin.post(`${path}${id}/run`, {});
    await first.server.kill9();
    const sentBefore = mail.mails.length;

    const second = await open(folder.path, mail.url);
    const run = await lastRun(second, id);
    expect(mail.mails).toHaveLength(1);
    expect(run.state).toBe(sentBefore === 0 ? 'Success' : 'Error');
    await second.server.stop();
    await mail.stop();
    await folder.remove();
  }, 60_000);
});
