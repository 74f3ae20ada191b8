import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keepTokens, readKept } from './kept-tokens.ts';

let running: InProcessApp;
const place = { database: { id: 1, fingerprint: 'as it is' }, userId: 1 };
const given = (accessToken: string) => ({ accessToken, refreshToken: 'more', lastsSeconds: 600 });
const rowsOf = () => running.app.services.store.selectFrom('database_user_oauth2_tokens').selectAll().execute();

beforeAll(async () => {
  running = await startInProcess();
});
afterAll(() => running.stop());
beforeEach(async () => {
  await running.app.services.store.deleteFrom('database_user_oauth2_tokens').execute();
});

describe('what is kept of a person for a database', () => {
  it('is of whoever came back last, however many come back at once', async () => {
    const { services } = running.app;
    await Promise.all(['a', 'b', 'c', 'd'].map((token) => keepTokens(services, place, given(token))));
    const [row, ...others] = await rowsOf();
    expect([row?.version, others]).toEqual([4, []]);
    await keepTokens(services, place, given('last'));
    expect(await readKept(services, place)).toMatchObject({ accessToken: 'last', version: 5 });
  });

  it('is not shown to another connection, and is there again once the connection is as it was', async () => {
    const { services } = running.app;
    await keepTokens(services, place, given('a'));
    const elsewhere = { ...place, database: { id: 1, fingerprint: 'elsewhere' } };
    expect(await readKept(services, elsewhere)).toBeNull();
    expect(await readKept(services, place)).toMatchObject({ accessToken: 'a' });
  });

  it('is forgotten where no key opens it', async () => {
    const { services } = running.app;
    await keepTokens(services, place, given('a'));
    await services.store.updateTable('database_user_oauth2_tokens').set({ secret: 'of another key' }).execute();
    expect([await readKept(services, place), await rowsOf()]).toEqual([null, []]);
  });
});
