import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder, type TempFolder } from '@powerset/testkit';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, dropOldKeys, loadSecrets } from '../access/index.ts';
import { type Config, parseConfig } from '../config.ts';
import { closeStore, openStore, type Store } from '../metadata/index.ts';
import { findDoctor } from './command.ts';
import { lookAtMachine } from './machine.ts';

let folder: TempFolder;
let data: string;
const stamp = () => '2026-03-02T05:00:00.000Z';
const times = { created_on: stamp(), changed_on: stamp(), configuration_method: 'sqlalchemy_form' };

beforeEach(async () => {
  folder = await makeTempFolder('powerset-doctor');
  data = join(folder.path, 'data');
  mkdirSync(join(folder.path, 'web'));
  writeFileSync(join(folder.path, 'web', 'index.html'), '');
});
afterEach(() => folder.remove());

const settings = (options: readonly string[] = []): Config => ({
  ...parseConfig({ argv: ['--data', data, ...options], env: {}, root: folder.path }),
  webFolder: join(folder.path, 'web'),
});

/** What the command says, and whether it ends well. */
async function examine(options: readonly string[] = []) {
  const said: string[] = [];
  const context = {
    config: settings(options),
    version: '1',
    now: () => new Date(),
    say: (line: string) => said.push(line),
  };
  const command = findDoctor(['doctor', ...options]);
  const isWell = await command?.run(context).then(
    () => true,
    () => false,
  );
  return { isWell, text: said.join('\n') };
}

/** An installation with an administrator and a database on a server. */
async function install(work: (store: Store) => Promise<unknown> = async () => undefined): Promise<void> {
  mkdirSync(data, { recursive: true });
  const secrets = loadSecrets(data);
  const store = await openStore(join(data, 'metadata.db'), stamp);
  const people = { username: 'ada', first_name: 'Ada', last_name: '', email: '', password_hash: 'x', is_active: 1 };
  await store
    .insertInto('users')
    .values({ ...people, created_on: stamp(), changed_on: stamp() })
    .execute();
  await store.insertInto('roles').values({ name: 'Admin', changed_on: stamp() }).execute();
  await sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles`.execute(store);
  const database = { uuid: 'u', database_name: 'Shop', backend: 'postgresql', sqlalchemy_uri: 'postgresql://a@h/d' };
  const secret = secrets.encrypt(JSON.stringify({ password: 'p' }));
  await store
    .insertInto('databases')
    .values({ ...database, ...times, extra: '{}', secret })
    .execute();
  await work(store);
  await closeStore(store);
}

describe('the doctor', () => {
  it('is another word than those of the server and of its other commands', () => {
    expect(findDoctor(['--port', '1'])).toBeUndefined();
    expect(findDoctor(['doctor', '--data', 'x'])?.options).toEqual(['--data', 'x']);
  });

  it('finds an installation well, and changes nothing in it', async () => {
    await install();
    const before = readFileSync(join(data, 'metadata.db'));
    const { isWell, text } = await examine();
    expect([isWell, text]).toEqual([true, expect.stringContaining('ok      The database Shop is set.')]);
    expect(text).toContain('ok      Somebody may administer.');
    expect(text).toContain('ok      The metadata are whole and of this version.');
    expect(text).toMatch(/^0 problems, \d+ warnings\.$/m);
    expect(readFileSync(join(data, 'metadata.db')).equals(before)).toBe(true);
  });

  it('makes nothing where nothing is yet, and says that the start will', async () => {
    const { isWell, text } = await examine();
    expect([isWell, text]).toEqual([true, expect.stringContaining('the first start makes it')]);
    expect(statSync(data, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('names a database whose password another key encrypted, without a word of it', async () => {
    await install();
    addKey(data);
    dropOldKeys(data);
    const { isWell, text } = await examine();
    expect([isWell, text]).toEqual([false, expect.stringContaining('PROBLEM The database Shop: its password')]);
    expect(text).not.toContain('"password"');
  });

  it('names a key that others may read, and metadata that are damaged, newer or older', async () => {
    await install();
    chmodSync(join(data, 'secret.key'), 0o644);
    expect((await examine()).text).toContain('warning Others on this machine may read');
    const other = async (statement: string) => {
      rmSync(data, { recursive: true });
      await install((store) => sql.raw(statement).execute(store));
      return examine();
    };
    const newer = await other("insert into schema_migrations (name, applied_on) values ('9999-later', 'x')");
    expect([newer.isWell, newer.text]).toEqual([false, expect.stringContaining('A newer version wrote')]);
    const older = await other('delete from schema_migrations where name = (select max(name) from schema_migrations)');
    expect([older.isWell, older.text]).toEqual([
      true,
      expect.stringContaining('brings the metadata up to date (1 steps)'),
    ]);
    writeFileSync(join(data, 'metadata.db'), Buffer.alloc(8192, 7));
    const damaged = await examine();
    expect([damaged.isWell, damaged.text]).toEqual([false, expect.stringContaining('metadata.db')]);
  });

  it('names an embedded database whose file is gone, and that nobody may administer', async () => {
    await install(async (store) => {
      const database = { uuid: 'e', database_name: 'Own', backend: 'duckdb', sqlalchemy_uri: 'duckdb:///own.duckdb' };
      await store
        .insertInto('databases')
        .values({ ...database, ...times, extra: '{}' })
        .execute();
      await store.updateTable('users').set({ is_active: 0 }).execute();
    });
    const { isWell, text } = await examine();
    expect([isWell, text]).toEqual([false, expect.stringMatching(/PROBLEM The database Own is kept in .*own\.duckdb/)]);
    expect(text).toContain('warning Nobody may administer yet');
  });

  it('says of the machine that Node is too old, pages are missing and nobody knows the name', () => {
    const texts = (config: Config, node = '22.1.0') =>
      lookAtMachine(config, node).map(({ kind, text }) => `${kind} ${text}`);
    expect(texts(settings(), '20.18.1')).toContainEqual(expect.stringContaining('problem Node 20.18.1 is too old'));
    expect(texts({ ...settings(), webFolder: '/nowhere' })).toContainEqual(
      expect.stringContaining('problem There are no pages'),
    );
    expect(texts(settings(['--host', '0.0.0.0']))).toContainEqual(
      expect.stringContaining('warning The server is reached'),
    );
  });

  it('says that a metadata server is away within seconds, and not by what password it was asked', async () => {
    const { isWell, text } = await examine(['--metadata-url', 'postgresql://u:secret@127.0.0.1:9/none']);
    expect([isWell, text]).toEqual([false, expect.stringContaining('PROBLEM The metadata server does not answer')]);
    expect(text).not.toContain('secret@');
  });
});
