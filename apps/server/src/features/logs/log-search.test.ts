import { setTimeout } from 'node:timers/promises';
import { apiClient, leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());

const path = '/api/v1/log/search/';
const search = (text: string, more: Readonly<Record<string, string>> = {}) =>
  running.admin.get(`${path}?${new URLSearchParams({ text, ...more })}`);
const actionsOf = (json: { result: { rows: readonly { action: string }[] } }) =>
  json.result.rows.map(({ action }) => action);

async function note(rows: readonly { readonly action: string; readonly json?: object; readonly userId?: number }[]) {
  const { store } = running.app.services;
  for (const { action, json = {}, userId = 1 } of rows)
    await store
      .insertInto('logs')
      .values({ action, json: JSON.stringify(json), user_id: userId, dttm: new Date().toISOString() })
      .execute();
}

describe('the log is searched for a text', () => {
  it('in what was done, in what is known of it and as who did it, newest first, as it is written', async () => {
    const id = await running.app.services.accounts.create({ username: 'grace', password: 'a long one', roles: [] });
    await note([
      { action: 'chart.put', json: { name: 'Umsätze "Nord" 100%' } },
      { action: 'first_zebra' },
      { action: 'second_thing', json: { name: 'A Zebra' } },
      { action: 'of_grace', userId: id },
    ]);
    expect(actionsOf((await search('zebra')).json)).toEqual(['second_thing', 'first_zebra']);
    expect(actionsOf((await search('Umsätze "Nord"')).json)).toEqual(['chart.put']);
    expect(actionsOf((await search('100%')).json)).toEqual(['chart.put']);
    expect(actionsOf((await search('rst_z')).json)).toEqual(['first_zebra']);
    expect(actionsOf((await search('GRACE')).json)).toContain('of_grace');
    const { result } = (await search('nothing of that')).json;
    expect(result).toMatchObject({ rows: [], next: null, searched_back_to: expect.any(String) });
    const filtered = await search('zebra', { q: '(filters:!((col:action,opr:eq,value:first_zebra)))' });
    expect(actionsOf(filtered.json)).toEqual(['first_zebra']);
  });

  it('fifty rows at a time, and goes on where it was', async () => {
    await note(Array.from({ length: 60 }, (_, index) => ({ action: `many_${index}` })));
    const first = (await search('many_')).json;
    expect([first.result.rows.length, actionsOf(first)[0]]).toEqual([50, 'many_59']);
    const rest = (await search('many_', { before: String(first.result.next) })).json;
    expect([rest.result.rows.length, actionsOf(rest).at(-1), rest.result.next]).toEqual([10, 'many_0', null]);
    const end = (await search('many_', { before: '1' })).json.result;
    expect(end).toEqual({ rows: [], next: null, searched_back_to: null });
  });

  it('by administrators alone, with a text and filters that the log has', async () => {
    const gamma = await running.signInAs('curious', ['Gamma']);
    expect((await gamma.get(`${path}?text=a`)).status).toBe(403);
    expect((await apiClient(running.url).get(`${path}?text=a`)).status).toBe(401);
    for (const refused of [
      await running.admin.get(path),
      await search(''),
      await search('x'.repeat(201)),
      await search('a', { before: 'x' }),
      await search('a', { q: '(filters:!((col:json,opr:ct,value:x)))' }),
    ])
      expect(refused.status, refused.text).toBe(400);
  });
});

describe('a long log', () => {
  beforeAll(async () => {
    const [long, short] = [7800, 300].map((length) => 'x'.repeat(length));
    await sql`insert into logs (user_id, action, json, dttm, dashboard_id, duration_ms) with recursive n(i) as (select 1 union all select i + 1 from n where i < 200000) select i % 50, 'did_' || (i % 20), case when i % 5000 < 500 then ${long} else ${short} end, '2020-01-01T00:00:00.000Z', i % 100, i % 900 from n`.execute(
      running.app.services.store,
    );
  });

  it('is searched in portions that hold nobody up, a while at a time, and tells how far', async () => {
    let next: number | null = null;
    const [turns, whiles]: [number[], number[]] = [[], []];
    const least = await leastOfRounds(60, async () => {
      const startedAt = performance.now();
      const asked = search('no such words');
      turns.push(await longestTurnMs(asked));
      whiles.push(performance.now() - startedAt);
      const { json, status } = await asked;
      expect(status).toBe(200);
      ({ next } = json.result);
      return turns.at(-1) ?? 0;
    });
    expect(least, turns.join(' ')).toBeLessThan(60);
    expect(Math.min(...whiles)).toBeLessThan(4000);
    // The rest of it, however many calls that takes.
    for (let calls = 0; next !== null && calls < 60; calls += 1)
      ({ next } = (await search('no such words', { before: String(next) })).json.result);
    expect(next).toBeNull();
  });

  it('is no longer searched when whoever asked has left, and by three at once at most', async () => {
    const leaving = new AbortController();
    const { headers } = running.admin;
    const begin = () =>
      fetch(`${running.url}${path}?text=no+such+words`, { headers, signal: leaving.signal }).catch(() => undefined);
    const begun = [begin(), begin(), begin()];
    await setTimeout(150);
    expect((await search('no such words')).status).toBe(429);
    leaving.abort();
    await Promise.all(begun);
    await setTimeout(150);
    expect((await search('did_')).status).toBe(200);
  });
});
