import { startInProcess } from '@powerset/testkit/in-process';
import { describe, expect, it } from 'vitest';
import type { SharedCache } from '../cache/index.ts';
import { openSharedMemory } from '../cache/shared-memory-for-tests.ts';
import { AppError } from './app-error.ts';
import { type CostlyCall, createCostlyCalls, isCostly } from './costly-calls.ts';

const ada = { id: 1, isAnonymous: false };
const visitor = { id: 0, isAnonymous: true };

function limited(perMinute: number, shared: SharedCache | null = null) {
  let nowMs = 0;
  const calls = createCostlyCalls({ perMinute, now: () => new Date(nowMs), shared });
  const wait = (call: Partial<CostlyCall> = {}): number => {
    try {
      calls.count({ user: ada, address: '192.0.2.1', body: null, ...call });
      return 0;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return Number(error.options.params?.seconds);
    }
  };
  return { wait, pass: (ms: number) => (nowMs += ms) };
}

const times = (count: number, call: () => number) => Array.from({ length: count }, call);

describe('costly calls', () => {
  it('are taken at once up to a minute’s, and then at an even pace', () => {
    const { wait, pass } = limited(30);
    expect(times(31, wait)).toEqual([...Array(30).fill(0), 2]);
    pass(2000);
    expect(times(2, wait)).toEqual([0, 2]);
    pass(3_600_000);
    expect(times(31, wait).filter((seconds) => seconds > 0)).toHaveLength(1);
  });

  it('of one person hold up nobody else; who has no account is known by the network', () => {
    const { wait } = limited(2);
    expect(times(3, wait)).toEqual([0, 0, 30]);
    expect(wait({ user: { id: 2, isAnonymous: false } })).toBe(0);
    expect(times(3, () => wait({ user: visitor, address: '2001:db8::1' }))).toEqual([0, 0, 30]);
    expect(wait({ user: visitor, address: '2001:db8::2' })).toBe(30);
    expect(wait({ user: visitor, address: '2001:db9::1' })).toBe(0);
    expect(wait({ user: { id: 3, isAnonymous: false, viewedBy: { id: 1, username: 'ada' } } })).toBe(30);
  });

  it('for many charts count as so many, and one for more than a minute’s is taken after a minute', () => {
    const { wait, pass } = limited(10);
    const batch = (charts: number) => ({ body: { requests: Array(charts).fill({}) } });
    expect([wait(batch(8)), wait(batch(3)), wait(batch(2)), wait()]).toEqual([0, 6, 0, 6]);
    expect(wait(batch(500))).toBe(60);
    pass(60_000);
    expect(wait(batch(500))).toBe(0);
  });

  it('are counted together by processes that share a memory, and by each for itself while that is away', () => {
    const { shared, state } = openSharedMemory();
    const [one, other] = [limited(10, shared), limited(10, shared)];
    expect(times(6, one.wait)).toEqual(Array(6).fill(0));
    expect(times(5, other.wait)).toEqual([0, 0, 0, 0, 6]);
    expect(one.wait()).toBe(6);
    one.pass(60_000);
    state.isThere = false;
    expect(times(10, one.wait)).toEqual(Array(10).fill(0));
    expect(other.wait()).toBe(6);
    other.pass(6000);
    expect(other.wait()).toBe(0);
  });

  it('are as many as anybody likes where no number is set', () => {
    const { wait } = limited(0);
    expect(times(1000, wait).every((seconds) => seconds === 0)).toBe(true);
  });

  it('ask engines, draw pictures or make files, and are not what pages read', () => {
    const which = [
      'chart.data',
      'chart.data_batch',
      'sql_editor.execute',
      'dashboard.export',
      'database.check_health',
      'database.test_connection',
      'chart.list',
      'database.health',
      'security.bootstrap',
    ];
    expect(which.filter((id) => isCostly({ id }))).toEqual(which.slice(0, 6));
  });

  it('beyond the number of the settings are answered 429 with when to come again, and all other calls go on', async () => {
    const running = await startInProcess({ env: { POWERSET_COSTLY_CALLS_PER_MINUTE: '3' } });
    const ask = (client = running.admin) =>
      client.post('/api/v1/chart/data', { datasource: { id: 1, type: 'table' }, queries: [{}] });
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, true]);
    const refused = answers[3];
    expect(refused?.json.errors[0].message).toMatch(/^Too many attempts\. Try again in \d+ seconds\.$/);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await running.admin.get('/api/v1/chart/')).status).toBe(200);
    expect((await ask(await running.signInAs('ada', ['Alpha']))).status).not.toBe(429);
    await running.stop();
  });
});
