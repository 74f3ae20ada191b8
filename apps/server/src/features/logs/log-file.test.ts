import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
const path = '/api/v1/log/export/';

function actionAt(at: number): string {
  if (at === 0) return '=SUM(A1)';
  return at % 2 === 0 ? 'dashboard.create' : 'chart.delete';
}

beforeAll(async () => {
  running = await startInProcess();
  const { store } = running.app.services;
  const { id } = await store.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const rows = Array.from({ length: 1201 }, (_, at) => ({
    user_id: id,
    action: actionAt(at),
    dttm: new Date(Date.parse('2026-03-02T05:00:00Z') + at * 1000).toISOString(),
    json: at === 1 ? 'not JSON' : JSON.stringify({ status: 201, address: '10.0.0.1', name: `A "name", ${at}` }),
    dashboard_id: at,
  }));
  for (let at = 0; at < rows.length; at += 200)
    await store
      .insertInto('logs')
      .values(rows.slice(at, at + 200))
      .execute();
});
afterAll(() => running.stop());

const lines = (text: string) => text.trimEnd().split('\r\n');

it('the action log is a file, newest first and whole, whose texts no spreadsheet runs', async () => {
  const answer = await running.admin.get(path);
  expect(answer.status).toBe(200);
  const [head, ...rows] = lines(answer.text);
  expect(head).toBe('time,user,action,status,address,dashboard_id,chart_id,details');
  const own = rows.filter((row) => row.startsWith('2026-03-02'));
  expect(own).toHaveLength(1201);
  expect(own[0]).toBe(
    '2026-03-02T05:20:00.000Z,admin,dashboard.create,201,10.0.0.1,1200,,"{""status"":201,""address"":""10.0.0.1"",""name"":""A \\""name\\"", 1200""}"',
  );
  expect(own.at(-1)).toContain(",'=SUM(A1),201");
  expect(own.at(-2)).toBe('2026-03-02T05:00:01.000Z,admin,chart.delete,,,1,,not JSON');
});

it('the file has the filters of the list, is for whoever may read the log, and its making is noted', async () => {
  const q = encodeURIComponent('(filters:!((col:action,opr:eq,value:chart.delete)))');
  const rows = lines((await running.admin.get(`${path}?q=${q}`)).text).slice(1);
  expect([rows.length, new Set(rows.map((row) => row.split(',')[2]))]).toEqual([600, new Set(['chart.delete'])]);
  const wrong = encodeURIComponent('(filters:!((col:nothing,opr:eq,value:1)))');
  expect((await running.admin.get(`${path}?q=${wrong}`)).status).toBe(400);
  const alpha = await running.signInAs('alpha', ['Alpha']);
  expect((await alpha.get(path)).status).toBe(403);
  expect((await fetch(running.url + path)).status).toBe(401);
  await expect
    .poll(async () => {
      const noted = encodeURIComponent('(filters:!((col:action,opr:eq,value:log.export)))');
      return (await running.admin.get(`/api/v1/log/?q=${noted}`)).json.count;
    })
    .toBeGreaterThan(0);
});
