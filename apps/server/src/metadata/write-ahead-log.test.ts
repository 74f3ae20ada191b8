import { copyFileSync, existsSync, fstatSync, mkdirSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTempFolder, type TempFolder } from '@powerset/testkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeStore, openStore } from './store.ts';
import type { Store } from './tables.ts';

const stamp = () => '2026-01-01T00:00:00.000Z';

let folder: TempFolder;
let file = '';
let handles: FileHandle;
beforeEach(async () => {
  folder = await makeTempFolder('powerset-log');
  file = join(folder.path, 'metadata.db');
  const some = await open(join(folder.path, 'some'), 'w');
  handles = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await folder.remove();
});

const addRole = (store: Store, name: string) => store.insertInto('roles').values({ name }).execute();

async function rolesIn(path: string): Promise<ReadonlySet<string>> {
  const store = await openStore(path, stamp);
  const rows = await store.selectFrom('roles').select('name').execute();
  await store.destroy();
  return new Set(rows.map(({ name }) => name));
}

async function faultsOf(path: string): Promise<readonly string[]> {
  const store = await openStore(path, stamp);
  const { rows } = await sql<{ readonly integrity_check: string }>`pragma integrity_check`.execute(store);
  await store.destroy();
  return rows.map(({ integrity_check }) => integrity_check);
}

/** Copies of the store's two files as they were when the disk was last waited for: what a power cut surely leaves of them. */
function watchDisk() {
  const onDisk = join(folder.path, 'on-disk');
  mkdirSync(onDisk);
  const names = ['metadata.db', 'metadata.db-wal'];
  const keep = (name: string) => copyFileSync(join(folder.path, name), join(onDisk, name));
  let cuts = 0;
  /** The store after a power cut: of each file either what surely lies there, or all that was written. */
  const cut = (whole: string | null): string => {
    cuts += 1;
    const at = join(folder.path, `cut-${cuts}`);
    mkdirSync(at);
    for (const name of names) copyFileSync(join(name === whole ? folder.path : onDisk, name), join(at, name));
    return join(at, 'metadata.db');
  };
  const cutsWhileFolding: string[] = [];
  const waitForDisk = handles.datasync;
  vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
    if (!existsSync(join(onDisk, 'metadata.db'))) keep('metadata.db');
    const { ino } = fstatSync(this.fd);
    const name = names.find((some) => statSync(join(folder.path, some)).ino === ino);
    // The stores after power cuts wait for their own files.
    if (!name) return waitForDisk.call(this);
    if (name === 'metadata.db') cutsWhileFolding.push(cut(name));
    keep(name);
    await waitForDisk.call(this);
  });
  return { cut, cutsWhileFolding };
}

describe('what was written to the store', () => {
  it('lies on the disk when whoever wrote it is told', async () => {
    const disk = watchDisk();
    const store = await openStore(file, stamp);
    const told: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (let index = 0; index < 70; index += 1) {
        const name = `role ${round} ${index}`;
        await addRole(store, name);
        told.push(name);
      }
      for (const whole of [null, 'metadata.db', 'metadata.db-wal']) {
        const left = await rolesIn(disk.cut(whole));
        expect(told.filter((name) => !left.has(name))).toEqual([]);
      }
    }
    await closeStore(store);
    expect([...(await rolesIn(file))]).toEqual(expect.arrayContaining(told));
  });

  it('is there in whole after a power cut while the log goes into the file, or not at all', async () => {
    const disk = watchDisk();
    const store = await openStore(file, stamp);
    // Each row has a page of its own, and all of them have those of the index in common.
    await sql`create table numbered (id integer primary key, number integer unique, filler text)`.execute(store);
    await sql`insert into numbered select value, value, ${'x'.repeat(3000)} from generate_series(1, 300)`.execute(
      store,
    );
    for (let id = 1; id <= 300; id += 1)
      await sql`update numbered set number = ${1000 + id} where id = ${id}`.execute(store);
    await closeStore(store);
    vi.restoreAllMocks();
    expect(disk.cutsWhileFolding.length).toBeGreaterThan(2);
    for (const cut of disk.cutsWhileFolding) expect(await faultsOf(cut)).toEqual(['ok']);
  });

  it('holds nobody else up while the disk is waited for, and several wait for it together', async () => {
    const store = await openStore(file, stamp);
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const waits = vi.spyOn(handles, 'datasync').mockImplementation(() => gate);
    let told = 0;
    const writes = Array.from({ length: 30 }, (_none, index) =>
      addRole(store, `role ${index}`).then(() => {
        told += 1;
      }),
    );
    const read = async () => store.selectFrom('roles').select('name').where('name', 'like', 'role %').execute();
    await expect.poll(async () => (await read()).length).toBe(30);
    expect([told, waits.mock.calls.length]).toEqual([0, 1]);
    letGo();
    await Promise.all(writes);
    expect([told, waits.mock.calls.length]).toEqual([30, 2]);
    await store.destroy();
  });

  it('waits for the disk once for a transaction, and not at all where nothing was written', async () => {
    const store = await openStore(file, stamp);
    const waits = vi.spyOn(handles, 'datasync');
    await store.transaction().execute(async (transaction) => {
      for (let index = 0; index < 20; index += 1) await addRole(transaction, `role ${index}`);
    });
    expect(waits).toHaveBeenCalledTimes(1);
    await store.transaction().execute((transaction) => transaction.selectFrom('roles').selectAll().execute());
    await sql`pragma quick_check(1)`.execute(store);
    expect(waits).toHaveBeenCalledTimes(1);
    const named = await store
      .updateTable('roles')
      .set({ name: 'other' })
      .where('name', '=', 'role 3')
      .returning('id')
      .execute();
    expect([named.length, waits.mock.calls.length]).toEqual([1, 2]);
    await store.destroy();
  });

  it('is waited for once with each write, also with the one before which the log goes into the file', async () => {
    const store = await openStore(file, stamp);
    const inode = statSync(file).ino;
    const waits = { file: 0, log: 0 };
    const waitForDisk = handles.datasync;
    vi.spyOn(handles, 'datasync').mockImplementation(function (this: FileHandle) {
      waits[fstatSync(this.fd).ino === inode ? 'file' : 'log'] += 1;
      return waitForDisk.call(this);
    });
    for (let index = 0; index < 250; index += 1) await addRole(store, `role ${index}`);
    expect(waits.file).toBeGreaterThan(1);
    expect(waits.log).toBe(250);
    await store.destroy();
  });

  it('is refused to whoever wrote it where the disk fails, who may try again', async () => {
    const store = await openStore(file, stamp);
    const failing = vi
      .spyOn(handles, 'datasync')
      .mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
    await expect(addRole(store, 'lost')).rejects.toThrow('EIO');
    await addRole(store, 'kept');
    expect(failing).toHaveBeenCalledTimes(2);
    await store.destroy();
    expect((await rolesIn(file)).has('kept')).toBe(true);
  });

  it('leaves a log that stays short, however much is written', async () => {
    const store = await openStore(file, stamp);
    const lengths: number[] = [];
    for (let index = 0; index < 1000; index += 1) {
      await addRole(store, `role ${index} ${'x'.repeat(2000)}`);
      lengths.push(statSync(`${file}-wal`).size);
    }
    expect(Math.max(...lengths)).toBeLessThan(8 * 1024 * 1024);
    await closeStore(store);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect((await rolesIn(file)).size).toBeGreaterThanOrEqual(1000);
  });
});
