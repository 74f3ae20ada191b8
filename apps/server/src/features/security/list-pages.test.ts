import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let viewer: ApiClient;

beforeAll(async () => {
  running = await startInProcess({ env: { POWERSET_LOG_LEVEL: 'error' } });
  admin = running.admin;
  viewer = await running.signInAs('viewer', ['Gamma', 'sql_lab']);
  const { json } = await admin.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:viewer)))');
  const names = { first_name: '<b>Vi</b>', last_name: 'Ewer', email: 'vi@example.com' };
  await admin.put(`/api/v1/security/users/${json.ids[0]}`, names);
});
afterAll(() => running.stop());

/** Rows of the second table, as programs read them. */
const rowsOf = (html: string) =>
  [...(html.split('<table>')[2] ?? '').matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell),
  );

describe('pages that programs read', () => {
  it('list people with their roles, what they are called as text, a page at a time', async () => {
    const [head, ...people] = rowsOf((await admin.get('/users/list/')).text);
    expect(head).toEqual(['', 'First Name', 'Last Name', 'User Name', 'Email', 'Is Active?', 'Role']);
    const person = people.find((cells) => cells[3] === 'viewer');
    expect(person?.slice(1)).toEqual([
      ...['&lt;b&gt;Vi&lt;/b&gt;', 'Ewer', 'viewer', 'vi@example.com', 'True', '[Gamma, sql_lab]'],
    ]);
    expect(person?.[0]).toMatch(/^<a href="\/users\/show\/(\d+)">\1<\/a>$/);
    const paged = '?psize_UserDBModelView=1&page_UserDBModelView=';
    expect(rowsOf((await admin.get(`/users/list/${paged}1`)).text)).toHaveLength(2);
    expect(rowsOf((await admin.get(`/users/list/${paged}99`)).text)).toHaveLength(1);
    expect(rowsOf((await admin.get('/users/list/?_flt_3_username=viewer')).text)).toHaveLength(2);
  });

  it('list roles, and what each may do for whom', async () => {
    const [, found, ...others] = rowsOf((await admin.get('/roles/list/?_flt_3_name=sql_lab')).text);
    expect([found?.[1], others]).toEqual(['sql_lab', []]);
    const address = /href="([^"]+)"/.exec(found?.[0] ?? '')?.[1] ?? '';
    const { text } = await admin.get(address);
    expect(text).toContain('<input id="name" name="name" value="sql_lab">');
    expect(text).toMatch(/<select id="permissions"[^>]*>.*<option selected value="\d+">can csv on Superset<\/option>/s);
    expect(text).toMatch(/<select id="user"[^>]*>\s*<option selected value="\d+">viewer<\/option>/);
  });

  it('refuse who may not read people and roles, what is not there and what is no number', async () => {
    for (const path of ['/users/list/', '/roles/list/', '/roles/edit/1']) {
      expect([path, (await apiClient(running.url).get(path)).status]).toEqual([path, 401]);
      expect([path, (await viewer.get(path)).status]).toEqual([path, 403]);
    }
    for (const path of ['/roles/edit/9999', '/roles/edit/x'])
      expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
    expect((await admin.get('/users/list/?page_UserDBModelView=-1')).status).toBe(400);
  });

  it('are the application for browsers, whoever opens them', async () => {
    for (const path of ['/users/list/', '/roles/list/']) {
      const answer = await fetch(`${running.url}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' } });
      const text = await answer.text();
      expect([path, answer.status === 401, text.includes('User Name')]).toEqual([path, false, false]);
    }
  });
});
