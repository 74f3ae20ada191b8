import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  asNobodySpecial,
  computedMs,
  leastOfRounds,
  longestTurnMs,
  makeTempFolder,
  type TempFolder,
} from '@powerset/testkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { allMigrations, type Migration } from './migrations.ts';
import { openStore } from './store.ts';
import { StoreError } from './store-error.ts';
import {
  addAlert,
  addDashboards,
  alertsAfterUpgrade,
  alertsOf,
  changeDashboards,
  knownAfterChanges,
  stepsBefore,
} from './upgrade-fixture.ts';

let folder: TempFolder;
let file = '';
beforeEach(async () => {
  folder = await makeTempFolder('powerset-store');
  file = join(folder.path, 'metadata.db');
});
afterEach(() => folder.remove());

let clock = 0;
const stamp = () => {
  clock += 1;
  return `2026-01-01T00:00:${String(clock).padStart(2, '0')}.000Z`;
};

async function makeStoreWithRole(): Promise<void> {
  const store = await openStore(file, stamp);
  await store.insertInto('roles').values({ name: 'Kept' }).execute();
  await store.destroy();
}

async function rolesIn(path: string): Promise<readonly string[]> {
  const store = await openStore(path, stamp);
  const rows = await store.selectFrom('roles').select('name').execute();
  const strangers = await sql<{ name: string }>`select name from sqlite_master where name like 'half%'`.execute(store);
  await store.destroy();
  return [...rows.map((row) => row.name), ...strangers.rows.map((row) => row.name)];
}

it('gives others their turn while many rows are read, and reads each of them once', async () => {
  const store = await openStore(file, stamp);
  const names = Array.from({ length: 30_000 }, (_none, at) => ({ name: `role ${at} ${'x'.repeat(100)}` }));
  for (let start = 0; start < names.length; start += 1000)
    await store
      .insertInto('roles')
      .values(names.slice(start, start + 1000))
      .execute();
  const read = () => store.selectFrom('roles').selectAll().where('name', 'like', 'role %').orderBy('id').execute();
  expect((await read()).map(({ name }) => name)).toEqual(names.map(({ name }) => name));
  const startedAt = computedMs();
  await read();
  // Half of what it takes in all would be one stretch.
  const boundMs = Math.max(8, (computedMs() - startedAt) / 2);
  expect(await leastOfRounds(boundMs, () => longestTurnMs(read()))).toBeLessThan(boundMs);
  // Others come in between, and see what is there.
  const [rows, one] = await Promise.all([read(), store.selectFrom('roles').select('id').limit(1).executeTakeFirst()]);
  expect([rows.length, typeof one?.id]).toEqual([30_000, 'number']);
  await expect(store.insertInto('roles').values({ name: names[0]!.name }).returning('id').execute()).rejects.toThrow(
    'UNIQUE',
  );
  await store.destroy();
});

const later = (migrate: Migration['migrate']): readonly Migration[] => [
  ...allMigrations,
  { name: '9001-later', migrate },
];

describe('bringing the store up to date', () => {
  it('leaves the data as they were when a step fails, says so in one sentence, and keeps a copy', async () => {
    await makeStoreWithRole();
    const failing = later(async (db) => {
      await sql`create table half_made (x integer)`.execute(db);
      await sql`delete from roles`.execute(db);
      await sql`insert into nowhere values (1)`.execute(db);
    });
    const failure = await openStore(file, stamp, failing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    expect((failure as StoreError).message).toMatch(/9001-later: .*nowhere.*as they were before/);
    expect(await rolesIn(file)).toEqual(['Kept']);
    const [copy = ''] = readdirSync(join(folder.path, 'snapshots'));
    expect(await rolesIn(join(folder.path, 'snapshots', copy))).toEqual(['Kept']);
  });

  it('leaves the data as they were when the process is killed in the middle of a step', async () => {
    await makeStoreWithRole();
    const dead = join(folder.path, 'dead');
    mkdirSync(dead);
    const killed = later(async (db) => {
      await sql`create table half_made (x integer)`.execute(db);
      await sql`delete from roles`.execute(db);
      // What lies on the disk at this moment is what a killed process leaves.
      for (const name of ['metadata.db', 'metadata.db-wal', 'metadata.db-shm'])
        if (existsSync(join(folder.path, name))) copyFileSync(join(folder.path, name), join(dead, name));
    });
    await (await openStore(file, stamp, killed)).destroy();
    expect(await rolesIn(join(dead, 'metadata.db'))).toEqual(['Kept']);
  });

  it('tells of dashboards that are there on which datasets they stand, and goes on with each change', async () => {
    const before = await openStore(file, stamp, stepsBefore('0059-dashboard-datasets'));
    await addDashboards(before);
    await before.destroy();
    const store = await openStore(file, stamp);
    expect(await changeDashboards(store)).toEqual(knownAfterChanges);
    await store.destroy();
  });

  it('leaves the reports that are there what they ask', async () => {
    const before = await openStore(file, stamp, stepsBefore('0051-metric-alerts'));
    await addAlert(before);
    await before.destroy();
    const store = await openStore(file, stamp);
    expect(await alertsOf(store)).toEqual(alertsAfterUpgrade);
    await store.destroy();
  });

  it('copies nothing when nothing is to be done, and keeps the last three copies', async () => {
    await makeStoreWithRole();
    await (await openStore(file, stamp)).destroy();
    expect(existsSync(join(folder.path, 'snapshots'))).toBe(false);
    const steps: Migration[] = [];
    for (let step = 1; step <= 5; step += 1) {
      steps.push({ name: `900${step}`, migrate: async () => undefined });
      await (await openStore(file, stamp, [...allMigrations, ...steps])).destroy();
    }
    expect(readdirSync(join(folder.path, 'snapshots'))).toHaveLength(3);
  });
});

describe('a store that cannot be opened', () => {
  const sentence = (why: string) =>
    new RegExp(`^\\S+metadata\\.db cannot be opened \\(${why}.*Mend its permissions, put a copy .*--data\\.$`);
  const damage = (why: string) =>
    new RegExp(`^\\S+metadata\\.db is damaged \\(${why}\\)\\. .*snapshots/.*powerset restore FOLDER`);
  const refusal = async () => {
    const failure = await openStore(file, stamp).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreError);
    return (failure as StoreError).message;
  };

  it('is refused in one sentence that says what to do: no store, half of one, a folder', async () => {
    writeFileSync(file, 'no store '.repeat(1000));
    expect(await refusal()).toMatch(damage('file is not a database'));
    expect(readFileSync(file, 'utf8')).toBe('no store '.repeat(1000));
    rmSync(file);
    const whole = await openStore(file, stamp);
    await sql`pragma wal_checkpoint(truncate)`.execute(whole);
    await whole.destroy();
    truncateSync(file, readFileSync(file).length / 2);
    // What of it is met first depends on where the half ends.
    expect(await refusal()).toMatch(damage('(?:database disk image is malformed|malformed database schema .+)'));
    rmSync(file);
    mkdirSync(file);
    expect(await refusal()).toMatch(sentence('EISDIR'));
  });

  it('is refused where a page is damaged that no start reads', async () => {
    await makeStoreWithRole();
    const store = await openStore(file, stamp);
    const name = 'long '.repeat(20_000);
    await store.insertInto('roles').values({ name }).execute();
    await sql`pragma wal_checkpoint(truncate)`.execute(store);
    await store.destroy();
    const bytes = readFileSync(file);
    const pageBytes = 4096;
    const page = Math.ceil(bytes.indexOf('long long ') / pageBytes) * pageBytes;
    // A long value goes on from page to page: each begins with the number of the next.
    bytes.fill(0xa5, page, page + pageBytes);
    writeFileSync(file, bytes);
    // What of it is met first depends on where the half ends.
    expect(await refusal()).toMatch(damage('(?:database disk image is malformed|malformed database schema .+)'));
  });

  it('is refused in one sentence where this account may not write it', async () => {
    await makeStoreWithRole();
    chmodSync(folder.path, 0o777);
    for (const mode of [0o000, 0o444]) {
      chmodSync(file, mode);
      await asNobodySpecial(async () => expect(await refusal()).toMatch(sentence('EACCES')));
    }
  });
});
