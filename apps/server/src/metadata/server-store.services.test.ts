import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeTempFolder, serviceUrl, startTcpProxy } from '@powerset/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { catalogVersion, rightsVersion } from './catalog-version.ts';
import { copyStore } from './copy-store.ts';
import { fillEveryTable } from './every-table-fixture.ts';
import { allMigrations } from './migrations.ts';
import { openServerStore } from './server-store.ts';
import { closeStore, openStore } from './store.ts';
import { isStoreAway } from './store-away.ts';
import { StoreError } from './store-error.ts';
import type { Store } from './tables.ts';
import {
  addAlert,
  addDashboards,
  alertsAfterUpgrade,
  alertsOf,
  changeDashboards,
  knownAfterChanges,
  stepsBefore,
} from './upgrade-fixture.ts';

const stamp = () => '2026-01-01T00:00:00.000Z';
const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function freshUrl(): string {
  const url = new URL(serviceUrl('postgresql') ?? '');
  url.searchParams.set('schema', `metadata_${randomBytes(6).toString('hex')}`);
  return url.toString();
}

async function open(url: string): Promise<Store> {
  const store = await openServerStore({ url, stamp });
  opened.push(() => store.destroy());
  return store;
}

async function openFile(): Promise<Store> {
  const folder = await makeTempFolder('powerset-store');
  const store = await openStore(join(folder.path, 'metadata.db'), stamp);
  opened.push(async () => {
    await closeStore(store);
    await folder.remove();
  });
  return store;
}

const role = (name: string) => ({ name, changed_on: stamp(), changed_by_fk: null });

describe.skipIf(!serviceUrl('postgresql'))('metadata on a server', () => {
  it('are brought up to date once, by whichever of several processes comes first', async () => {
    const url = freshUrl();
    const stores = await Promise.all([open(url), open(url), open(url)]);
    const [first] = stores;
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(first);
    expect(rows.map(({ name }) => name)).toEqual(allMigrations.map(({ name }) => name));
  });

  it('know of dashboards that are there on which datasets they stand, and go on with each change', async () => {
    const url = freshUrl();
    const before = await openServerStore({ url, stamp, migrations: stepsBefore('0059-dashboard-datasets') });
    await addDashboards(before);
    await before.destroy();
    expect(await changeDashboards(await open(url))).toEqual(knownAfterChanges);
  });

  it('leave the reports that are there what they ask', async () => {
    const url = freshUrl();
    const before = await openServerStore({ url, stamp, migrations: stepsBefore('0051-metric-alerts') });
    await addAlert(before);
    await before.destroy();
    expect(await alertsOf(await open(url))).toEqual(alertsAfterUpgrade);
  });

  it('are asked without compiling, which takes longer than their statements', async () => {
    const store = await open(freshUrl());
    expect((await sql`show jit`.execute(store)).rows).toEqual([{ jit: 'off' }]);
  });

  it('are let go of by the server soon after their machine vanished, or stood still while it kept others from writing', async () => {
    const store = await open(freshUrl());
    const show = async (asked: Store, names: readonly string[]) => {
      const values = names.map((name) => sql`current_setting(${name})`);
      const { rows } = await sql<{ all: string[] }>`select array[${sql.join(values)}] as "all"`.execute(asked);
      return rows[0]?.all;
    };
    const ofConnection = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout'];
    expect(await show(store, ofConnection)).toEqual(['3', '3', '3', '12000']);
    const patience = ['idle_in_transaction_session_timeout'];
    await store.transaction().execute(async (writer) => expect(await show(writer, patience)).toEqual(['1min']));
    const reading = store.transaction().setAccessMode('read only');
    await reading.execute(async (reader) => expect(await show(reader, patience)).toEqual(['0']));
  });

  it('are not opened when a newer version wrote them', async () => {
    const url = freshUrl();
    const store = await open(url);
    await sql`insert into schema_migrations (name, applied_on) values ('9999-future', ${stamp()})`.execute(store);
    await expect(openServerStore({ url, stamp })).rejects.toThrow('written by a newer version (9999-future)');
  });

  it('tell every process of what another wrote to the catalog', async () => {
    const url = freshUrl();
    const [one, other] = [await open(url), await open(url)];
    await vi.waitFor(() => expect(catalogVersion(other)).toBeGreaterThan(0), { timeout: 5000 });
    const before = catalogVersion(other);
    await sql`update users set first_name = 'nobody'`.execute(one);
    await vi.waitFor(() => expect(catalogVersion(other)).toBeGreaterThan(before), { timeout: 5000 });
  });

  it('hear of writes as soon as the server lets them listen that refused it before', async () => {
    const { query } = pg.Client.prototype;
    let refused = 0;
    const refusing = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked) {
      if (String(asked[0]).startsWith('listen') && ++refused === 1)
        return Promise.reject(new Error('cannot execute LISTEN during recovery'));
      return Reflect.apply(query, this, asked);
    });
    const url = freshUrl();
    const [one, other] = [await open(url), await open(url)];
    await vi.waitFor(() => expect(catalogVersion(one)).toBeGreaterThan(0), { timeout: 5000 });
    await vi.waitFor(() => expect(catalogVersion(other)).toBeGreaterThan(0), { timeout: 5000 });
    expect(refused).toBeGreaterThan(1);
    refusing.mockRestore();
  });

  it('tell nobody of somebody who comes in, and of a chart only those who keep something of charts', async () => {
    const url = freshUrl();
    const [one, other] = [await open(url), await open(url)];
    await vi.waitFor(() => expect(catalogVersion(other)).toBeGreaterThan(0), { timeout: 5000 });
    const [catalog, rights] = [catalogVersion(other), rightsVersion(other)];
    await sql`update users set last_login = ${stamp()}, login_count = login_count + 1`.execute(one);
    await sql`update charts set slice_name = 'other'`.execute(one);
    await vi.waitFor(() => expect(catalogVersion(other)).toBe(catalog + 1), { timeout: 5000 });
    expect(rightsVersion(other)).toBe(rights);
  });

  it('are changed by one transaction after the other, so that none overlooks what another did', async () => {
    const url = freshUrl();
    const stores = [await open(url), await open(url)];
    const [first] = stores;
    await first?.insertInto('settings').values({ key: 'count', value: '0' }).execute();
    const countUp = (store: Store) =>
      store.transaction().execute(async (transaction) => {
        const row = await transaction.selectFrom('settings').select('value').executeTakeFirstOrThrow();
        await transaction
          .updateTable('settings')
          .set({ value: String(Number(row.value) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, (_, at) => countUp(stores[at % 2] as Store)));
    expect(await first?.selectFrom('settings').select('value').executeTakeFirst()).toEqual({ value: '20' });
  });

  it('end a call, and not the process, where a connection breaks that is lent', async () => {
    const url = freshUrl();
    const [one, other] = [await open(url), await open(url)];
    const cut = one.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other);
      // Time in which the connection breaks while nobody asks.
      await new Promise((resolve) => setTimeout(resolve, 200));
      await transaction.selectFrom('settings').selectAll().execute();
    });
    expect(isStoreAway(await cut.catch((error: unknown) => error))).toBe(true);
    expect(await one.selectFrom('settings').selectAll().execute()).toEqual([]);
  });

  it('end a call in a while where the server takes it and answers nothing, wait for a lock as long as it takes, and are there again', async () => {
    const direct = new URL(freshUrl());
    const proxy = await startTcpProxy(Number(direct.port));
    opened.push(() => proxy.close());
    const store = await open(Object.assign(new URL(direct), { port: String(proxy.port) }).toString());
    const [holder, waiter] = [await open(direct.toString()), store];
    const order: string[] = [];
    const held = holder.transaction().execute(async () => {
      await new Promise((resolve) => setTimeout(resolve, 16_000));
      order.push('held');
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await waiter.transaction().execute(async (transaction) => {
      await transaction.selectFrom('settings').selectAll().execute();
      order.push('waited');
    });
    await held;
    expect(order).toEqual(['held', 'waited']);
    proxy.setMode('silent');
    const startedAt = performance.now();
    const failed = await store
      .selectFrom('settings')
      .selectAll()
      .execute()
      .catch((error: unknown) => error);
    expect(isStoreAway(failed)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    // Whoever comes next does not wait in vain as well.
    const nextAt = performance.now();
    await expect(store.selectFrom('settings').selectAll().execute()).rejects.toSatisfy(isStoreAway);
    expect(performance.now() - nextAt).toBeLessThan(500);
    proxy.setMode('pass');
    await vi.waitFor(async () => expect(await store.selectFrom('settings').selectAll().execute()).toEqual([]), {
      timeout: 15_000,
    });
  }, 60_000);

  it('are there again for the next call when the server ended all connections', async () => {
    const store = await open(freshUrl());
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and application_name = 'powerset metadata'`.execute(store);
    const count = () => store.selectFrom('roles').select('id').execute();
    await vi.waitFor(async () => expect(await count()).toEqual([]), { timeout: 5000 });
  });

  it('that cannot be reached are named without the password', async () => {
    const url = 'postgresql://somebody:top-secret@127.0.0.1:1/nothing';
    const failure = await openServerStore({ url, stamp }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as Error).message).toContain('POWERSET_METADATA_URL');
    expect((failure as Error).message).not.toContain('top-secret');
  });

  it('keep a text with U+0000, with its place shown', async () => {
    const store = await open(freshUrl());
    await store.insertInto('roles').values(role('a\0b')).execute();
    expect(await store.selectFrom('roles').select('name').execute()).toEqual([{ name: 'a\uFFFDb' }]);
  });
});

describe.skipIf(!serviceUrl('postgresql'))('moving the metadata', () => {
  it('to a server and back leaves every row as it was, and gives no number twice', async () => {
    const [file, back] = [await openFile(), await openFile()];
    await fillEveryTable(file, 700);
    const { id: gone } = await file.insertInto('roles').values(role('gone')).returning('id').executeTakeFirstOrThrow();
    await file.deleteFrom('roles').where('id', '=', gone).execute();
    const server = await open(freshUrl());
    const copied = await copyStore(file, server);
    expect(copied.length).toBeGreaterThan(30);
    expect(copied.filter(({ rows }) => rows !== 700)).toEqual([]);
    expect(await copyStore(server, back)).toEqual(copied);
    for (const store of [server, back]) {
      const next = await store.insertInto('roles').values(role('next')).returning('id').executeTakeFirstOrThrow();
      expect(next.id).toBeGreaterThan(gone);
    }
  });

  it('is refused where there is something already, and keeps nothing of a copy that went wrong', async () => {
    const file = await openFile();
    await file.insertInto('roles').values(role('own')).execute();
    const server = await open(freshUrl());
    await server.insertInto('roles').values(role('theirs')).execute();
    await expect(copyStore(file, server)).rejects.toThrow('The table roles holds something already');
    await server.deleteFrom('roles').execute();
    await sql`create function spoil() returns trigger language plpgsql as
      $$ begin new.name := new.name || '!'; return new; end $$`.execute(server);
    await sql`create trigger spoil before insert on roles for each row execute function spoil()`.execute(server);
    await expect(copyStore(file, server)).rejects.toThrow('The copy of roles is not what it was copied from');
    expect(await server.selectFrom('roles').select('name').execute()).toEqual([]);
  });
});
