import { readdirSync } from 'node:fs';
import { makeTempFolder, type TempFolder } from '@powerset/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isOlderHash } from '../../access/index.ts';
import type { TableReader } from '../../engines/index.ts';
import { testCertificate, testKey } from '../../engines/mssql/certificate-fixture.ts';
import {
  type ApiHoldings,
  type ApiServer,
  apiAccount,
  type Instead,
  olderHoldings,
  send,
  smallHoldings,
  startApiServer,
} from './api-fixture.ts';
import { usualLimits } from './http.ts';
import { readApi } from './read-api.ts';

let folder: TempFolder;
beforeAll(async () => {
  folder = await makeTempFolder('powerset-read-api');
});
afterAll(() => folder.remove());

const servers: ApiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(holdings: ApiHoldings, instead?: Instead): Promise<ApiServer> {
  const server = await startApiServer(holdings, instead ? { instead } : {});
  servers.push(server);
  return server;
}

const waits: number[] = [];
type Source = Parameters<typeof readApi>[0];
const readFrom = (url: string, more: Partial<Source> = {}) =>
  readApi({
    ...{ url, ca: null, credentials: { ...apiAccount, provider: 'db' }, say: () => undefined },
    folder: folder.path,
    pause: async (ms) => void waits.push(ms),
    ...more,
  });

async function all(reader: TableReader, table: string, columns: string) {
  const rows: Readonly<Record<string, unknown>>[] = [];
  const asked = Object.fromEntries(columns.split(' ').map((name) => [name, 'plain' as const]));
  for await (const portion of reader.rows({ table, columns: asked, portion: 1000 })) rows.push(...portion);
  return rows.map((row) => columns.split(' ').map((name) => row[name]));
}

describe('an installation read by its interface', () => {
  it('stands in the tables of its metadata database, with what lists and items tell together', async () => {
    const { url } = await start(smallHoldings());
    const { reader, left } = await readFrom(url);
    expect(await all(reader, 'dbs', 'id database_name sqlalchemy_uri allow_dml untold')).toEqual([
      [1, 'Shop', 'postgresql://reader:XXXXXXXXXX@db.example.com:5432/shop', 1, 'password, encrypted_extra'],
      [2, 'Far', null, null, 'connection'],
    ]);
    expect(await all(reader, 'tables', 'id table_name schema database_id offset created_on changed_on')).toEqual([
      [1, 'orders', 'public', 1, 2, '2025-05-05T00:00:00', '2026-01-02T03:04:05.678901+0000'],
    ]);
    expect(await all(reader, 'table_columns', 'column_name table_id groupby filterable is_dttm')).toEqual([
      ['region', 1, 1, 0, null],
      ['at', 1, null, null, 1],
    ]);
    expect(await all(reader, 'sql_metrics', 'metric_name currency')).toEqual([['turnover', '{"symbol":"EUR"}']]);
    const chart = await all(reader, 'slices', 'id datasource_id created_by_fk last_saved_by_fk query_context');
    expect(chart[0]).toEqual([1, 1, 1, 1, expect.stringContaining('datasource')]);
    expect(await all(reader, 'dashboards', 'slug published theme_id json_metadata')).toEqual([
      ['sales', 1, 3, '{"timed_refresh_immune_slices":[1]}'],
    ]);
    expect(await all(reader, 'dashboard_slices', 'dashboard_id slice_id')).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(await all(reader, 'embedded_dashboards', 'dashboard_id allow_domain_list')).toEqual([
      [1, 'https://a.example.com'],
    ]);
    for (const [table, count] of Object.entries({ slice_user: 2, dashboard_user: 1, sqlatable_user: 1, favstar: 2 }))
      expect([table, await reader.count(table)]).toEqual([table, count]);
    expect(await all(reader, 'tagged_object', 'tag_id object_id object_type')).toEqual([
      [5, 1, 'chart'],
      [5, 1, 'dashboard'],
    ]);
    expect(await all(reader, 'tag', 'name type')).toEqual([['Money', 'custom']]);
    expect(await all(reader, 'annotation', 'layer_id json_metadata')).toEqual([[1, '{"a":1}']]);
    expect(await all(reader, 'report_schedule', 'dashboard_id chart_id extra_json')).toEqual([[1, null, '{}']]);
    expect(await all(reader, 'report_recipient', 'type report_schedule_id')).toEqual([['Email', 1]]);
    expect(left.map(({ what }) => what).join()).toContain('lasting links');
    await reader.close();
  });

  it('tells people with roles, groups and grants, and keeps the password of who signed in alone', async () => {
    const { url } = await start(smallHoldings());
    const { reader } = await readFrom(url);
    const people = await all(reader, 'ab_user', 'username password is_password_untold active');
    expect(people.map(([name, , isUntold, active]) => [name, isUntold, active])).toEqual([
      ['ada', 0, 1],
      ['bob', 1, 0],
    ]);
    expect([isOlderHash(String(people[0]?.[1])), people[1]?.[1]]).toEqual([true, null]);
    expect(await all(reader, 'ab_user_role', 'user_id role_id')).toEqual([
      [1, 1],
      [2, 6],
    ]);
    expect(await all(reader, 'ab_user_group', 'group_id user_id')).toEqual([[9, 2]]);
    expect(await all(reader, 'ab_permission_view_role', 'permission_view_id role_id')).toEqual([
      [11, 6],
      [12, 6],
    ]);
    await reader.close();
  });

  it('gives people their mail addresses for names where the release tells no more of them', async () => {
    const { url } = await start(olderHoldings());
    const { reader, left } = await readFrom(url);
    expect(await all(reader, 'ab_user', 'id username first_name last_name active')).toEqual([
      [1, 'ada', 'Ada', 'L', 1],
      [2, 'b@b.c', 'Bob', 'B', 0],
      [3, 'user-3', 'Cy', '', 1],
    ]);
    expect(await all(reader, 'ab_role', 'id name')).toEqual([
      [1, 'Admin'],
      [6, 'Analysts'],
    ]);
    expect(await all(reader, 'ab_user_role', 'user_id role_id')).toEqual([[1, 1]]);
    expect(left.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['permissions of roles', 'user names and roles of people']),
    );
    await reader.close();
  });

  it('is read page by page, and again the other way round where rows moved between pages meanwhile', async () => {
    const { lists, ...rest } = smallHoldings();
    const css_template = Array.from({ length: 250 }, (_, at) => ({ id: at + 1, template_name: `T ${at}`, css: 'a' }));
    let pages = 0;
    const { url, asked } = await start({ ...rest, lists: { ...lists, css_template } }, (request, response) => {
      if (!request.url?.includes('/css_template/?')) return false;
      pages += 1;
      if (pages !== 2) return false;
      send(response, 200, { count: 250, result: css_template.slice(99, 199) });
      return true;
    });
    const { reader } = await readFrom(url);
    expect(await reader.count('css_templates')).toBe(250);
    expect(asked.filter((path) => path.startsWith('css_template/?')).length).toBe(6);
    await reader.close();
  });

  it('waits where the server is busy, as long as it wishes, and signs in again when the token has run out', async () => {
    waits.length = 0;
    let busy = 2;
    const ended = new Set<string>();
    const { url, asked } = await start(smallHoldings(), (request, response) => {
      if (request.url?.includes('/chart/?') && busy > 0) {
        busy -= 1;
        response.writeHead(busy === 1 ? 503 : 429, { 'retry-after': '7' }).end();
        return true;
      }
      const token = request.headers.authorization ?? '';
      if (request.url?.includes('/dashboard/1') && ended.size === 0) ended.add(token);
      if (!ended.has(token) || token === '') return false;
      send(response, 401, { msg: 'Token has expired' });
      return true;
    });
    const { reader } = await readFrom(url);
    expect(waits).toEqual([7000, 7000]);
    expect(asked.filter((path) => path === 'security/login').length).toBe(2);
    expect(await reader.count('dashboards')).toBe(1);
    await reader.close();
  });
});

const answerAll =
  (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Instead =>
  (request, response) => {
    if (request.url?.endsWith('/login')) return false;
    response.writeHead(status, headers).end(text);
    return true;
  };

describe('a server that is not as one expects', () => {
  afterEach(() => expect(readdirSync(folder.path)).toEqual([]));

  it.each([
    ['broken JSON', answerAll(200, '{"result": ['), 'no JSON object'],
    ['a list for an object', answerAll(200, '[]'), 'no JSON object'],
    ['an error of its own', answerAll(500, '{"message": "Fatal error"}'), 'answered with 500: Fatal error'],
    ['a refusal', answerAll(403, '{}'), 'it takes an administrator’s'],
    ['nothing of the kind', answerAll(404, '<html>'), 'no databases at this address'],
    ['another address', answerAll(302, '', { location: 'https://evil.example.com/' }), 'at evil.example.com'],
    ['a busy one for ever', answerAll(503, '{}'), 'answered 6 times with 503'],
  ])('answers with %s, and that is said in one sentence', async (_what, instead, text) => {
    const { url } = await start(smallHoldings(), instead);
    const reading = readFrom(url);
    await expect(reading).rejects.toThrow(text);
    await expect(reading).rejects.not.toThrow(apiAccount.password);
  });

  it('never answers: it is asked some times, each for no longer than the limit', async () => {
    waits.length = 0;
    const { url, asked } = await start(smallHoldings(), (request) => request.url?.includes('/dataset/') ?? false);
    await expect(readFrom(url, { limits: { ...usualLimits, answerMs: 50 } })).rejects.toThrow(
      'did not answer within 0.05',
    );
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    expect(asked.filter((path) => path.startsWith('dataset/')).length).toBe(6);
  });

  it('answers more than there is room for, at once or in all', async () => {
    const { url } = await start(smallHoldings(), answerAll(200, JSON.stringify({ result: 'x'.repeat(3_000_000) })));
    const small = { ...usualLimits, answerBytes: 2_000_000 };
    await expect(readFrom(url, { limits: small })).rejects.toThrow('more than 2 MB at once');
    const { url: other } = await start(smallHoldings());
    await expect(readFrom(other, { limits: { ...usualLimits, allBytes: 3000 } })).rejects.toThrow(
      'answered more than 0 MB',
    );
  });

  it('is not there, or where nothing may be called', async () => {
    await expect(readFrom('http://127.0.0.1:1')).rejects.toThrow('cannot be reached');
    await expect(readFrom('http://169.254.169.254')).rejects.toThrow('may not be connected to');
    await expect(readFrom('https://ada:secret@example.com')).rejects.toThrow('must not hold a name and password');
  });

  it('lets a wrong password in nowhere', async () => {
    const { url } = await start(smallHoldings());
    const credentials = { username: 'ada', password: 'wrong', provider: 'db' } as const;
    await expect(readFrom(url, { credentials })).rejects.toThrow('name or password is wrong');
  });

  it('is trusted with its own certificate where that is named, and not else', async () => {
    const server = await startApiServer(smallHoldings(), { tls: { key: testKey, cert: testCertificate } });
    servers.push(server);
    await expect(readFrom(server.url)).rejects.toThrow('cannot be reached');
    const { reader } = await readFrom(server.url, { ca: testCertificate });
    expect(await reader.count('dbs')).toBe(2);
    await reader.close();
  });
});
