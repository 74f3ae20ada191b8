import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import { openTestFile, type SqliteFixture, writeDatabase } from './engine-fixture.ts';
import { findUriProblem } from './uri.ts';

const limits = { maxRows: 1000, timeoutMs: 20_000, fairnessKey: 'ada' };

let fixture: SqliteFixture;

beforeAll(async () => {
  fixture = await openTestFile(
    `CREATE TABLE orders (id INTEGER PRIMARY KEY, note TEXT); INSERT INTO orders VALUES (1, 'a');
     CREATE TABLE log (text);
     CREATE VIEW passwords AS SELECT * FROM fsdir('/etc');
     CREATE VIEW behind AS SELECT name FROM passwords;
     CREATE VIEW hosts AS SELECT readfile('/etc/hosts') AS text;
     CREATE VIEW catalog AS SELECT sql FROM sqlite_master;
     CREATE VIEW plain AS SELECT id FROM orders`,
  );
});
afterAll(() => fixture.end());

const run = (sql: string, mayWrite = false) => fixture.engine.run({ ...limits, sql, mayWrite });

describe('statements that reach beyond the file', () => {
  const target = () => path.join(fixture.folder, 'stolen.db');
  const refused = () => [
    `ATTACH '${target()}' AS other`,
    `VACUUM INTO '${target()}'`,
    'VACUUM',
    'PRAGMA journal_mode = WAL',
    'PRAGMA table_info(orders)',
    'PRAGMA writable_schema = ON',
    'DETACH main',
    'BEGIN',
    'REINDEX',
    'ANALYZE',
    'CREATE TEMP TABLE t (a)',
    'CREATE VIRTUAL TABLE t USING fts5(a)',
    'CREATE TRIGGER t AFTER INSERT ON orders BEGIN SELECT 1; END',
    `SELECT load_extension('/tmp/x.so')`,
    `SELECT readfile('/etc/passwd')`,
    `SELECT "readfile"('/etc/passwd')`,
    `SELECT [ReadFile] /* x */ ('/etc/passwd')`,
    `SELECT writefile('${target()}', 'x')`,
    `SELECT * FROM fsdir('/')`,
    `SELECT * FROM 'fsdir'`,
    'SELECT * FROM sqlite_master',
    'SELECT * FROM main."sqlite_schema"',
    'SELECT * FROM sqlite_dbpage',
    'SELECT * FROM dbstat',
    'SELECT * FROM pragma_database_list',
    `SELECT * FROM pragma_table_info('orders')`,
    'SELECT * FROM sqlite_stmt',
    'SELECT * FROM carray(1, 2)',
    "SELECT fts3_tokenizer('simple')",
    "SELECT sqlite3mc_config('cipher')",
    'SELECT sqlite_compileoption_get(1)',
    'SELECT ?',
    'SELECT :name',
    'EXPLAIN PRAGMA table_info(orders)',
    'EXPLAIN DELETE FROM orders',
    `CREATE TABLE t AS SELECT readfile('/etc/passwd') AS x`,
    // Comments end where the engine ends them, and no sign beyond ASCII is a space there.
    "SELECT 1 -- \r ' \n, readfile('/etc/passwd') -- '",
    "SELECT 1 AS \u00a0, readfile('/etc/passwd')",
  ];

  it('are refused before anything runs, whoever asks', async () => {
    for (const sql of refused()) {
      for (const work of [() => fixture.engine.analyse(sql), () => run(sql, true)]) {
        const failure = await failureOf(work());
        expect([sql, failure.code]).toEqual([sql, expect.stringMatching(/GENERIC_DB_ENGINE_ERROR|SYNTAX_ERROR/)]);
      }
    }
    expect(existsSync(target())).toBe(false);
    expect((await run('SELECT count(*) FROM orders')).table.columns[0]?.values).toEqual([1]);
  });

  it('are refused in views and triggers that the file brings along, and others of it are read', async () => {
    for (const view of ['passwords', 'behind', 'hosts', 'catalog'])
      expect([view, (await failureOf(run(`SELECT * FROM ${view}`))).message]).toEqual([
        view,
        expect.stringMatching(/may not be/),
      ]);
    expect((await run('SELECT * FROM plain')).table.rowCount).toBe(1);
    const file = path.join(fixture.folder, 'trap.db');
    writeDatabase(
      file,
      `CREATE TABLE a (x DEFAULT (hex(readfile('/etc/hosts')))); CREATE TABLE b (x);
       CREATE TRIGGER t AFTER INSERT ON b BEGIN INSERT INTO a (x) VALUES (1); END`,
    );
    const trap = await fixture.open('sqlite:///trap.db');
    const write = { ...limits, mayWrite: true };
    expect((await failureOf(trap.run({ ...write, sql: 'INSERT INTO a DEFAULT VALUES' }))).message).toMatch(/readfile/);
    expect((await trap.run({ ...write, sql: 'INSERT INTO b VALUES (1)' })).table.columns[0]?.values).toEqual([1]);
    writeDatabase(file, `CREATE TRIGGER u AFTER INSERT ON b BEGIN INSERT INTO a VALUES (readfile('/etc/hosts')); END`);
    expect((await failureOf(trap.run({ ...write, sql: 'INSERT INTO b VALUES (2)' }))).message).toMatch(/trigger/);
    expect((await trap.run({ ...limits, sql: 'SELECT count(*) FROM a' })).table.columns[0]?.values).toEqual([1]);
  });
});

describe('files', () => {
  const failing = (uri: string, changes = {}) => failureOf(fixture.open(uri, changes).then((engine) => engine.ping()));

  it('are opened only where they lie in the folder that the administrator names', async () => {
    const outside = path.join(fixture.folder, '..', 'outside.db');
    writeDatabase(outside, 'CREATE TABLE secret (x)');
    await symlink(outside, path.join(fixture.folder, 'link.db'));
    await symlink(path.join(fixture.folder, '..'), path.join(fixture.folder, 'up'));
    await mkdir(path.join(fixture.folder, 'deep'));
    await copyFile(path.join(fixture.folder, 'shop.db'), path.join(fixture.folder, 'deep', 'a #1?%.db'));
    const denied = { code: 'CONNECTION_ACCESS_DENIED_ERROR' };
    expect(await failing('sqlite:///link.db')).toMatchObject(denied);
    expect(await failing('sqlite:///up/outside.db')).toMatchObject(denied);
    expect(await failing(`sqlite:///${outside}`)).toMatchObject(denied);
    expect(await failing('sqlite:////etc/passwd')).toMatchObject(denied);
    expect(await failing('sqlite:///shop.db', { folder: null })).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: expect.stringContaining('POWERSET_SQLITE_FOLDER'),
    });
    const absolute = await fixture.open(`sqlite:///${path.join(fixture.folder, 'shop.db')}`);
    expect((await absolute.listTables('main')).length).toBeGreaterThan(0);
    await copyFile(path.join(fixture.folder, 'shop.db'), path.join(fixture.folder, 'deep', 'a b#%.db'));
    const deep = await fixture.open('sqlite:///deep/a b#%.db');
    expect((await deep.listTables('main')).length).toBeGreaterThan(0);
  });

  it('are named by URIs that lead straight to them', () => {
    const problems = [
      'sqlite://',
      'sqlite:///',
      'sqlite:///:memory:',
      'sqlite:///../x.db',
      'sqlite:///a/../../x.db',
      'sqlite:///a//x.db',
      'sqlite:///file:x.db?uri=true',
      'sqlite:///x.db?mode=rwc',
      'sqlite:///C:\\x.db',
      'sqlite:///a\\..\\x.db',
      'sqlite:///x\u0000.db',
    ];
    for (const uri of problems) expect([uri, findUriProblem(uri)]).toEqual([uri, expect.any(String)]);
    for (const uri of ['sqlite:///x.db', 'sqlite:////srv/x.db', 'sqlite+pysqlite:///a/x.db?check_same_thread=false'])
      expect([uri, findUriProblem(uri)]).toEqual([uri, false]);
  });

  it('that are missing, no database, damaged or locked are told apart in plain words, and serve again once mended', async () => {
    const at = (name: string) => path.join(fixture.folder, name);
    expect(await failing('sqlite:///nowhere.db')).toMatchObject({
      code: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
      message: 'There is no file "nowhere.db" in the folder for such files.',
    });
    expect(await failing('sqlite:///deep')).toMatchObject({ message: '"deep" is no file.' });
    await writeFile(
      at('text.db'),
      'no database at all, but a text that is long enough to be looked at as one. '.repeat(20),
    );
    expect((await failing('sqlite:///text.db')).message).toMatch(/not a database/);
    const rows =
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t SELECT i FROM n';
    writeDatabase(at('cut.db'), 'CREATE TABLE t (a)', rows);
    await truncate(at('cut.db'), 20_000);
    const cut = await fixture.open('sqlite:///cut.db');
    expect(await failureOf(cut.run({ ...limits, sql: 'SELECT sum(a) FROM t' }))).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: expect.stringMatching(/damaged/),
    });
    const holder = new Libsql(at('shop.db'));
    holder.exec('BEGIN EXCLUSIVE');
    expect((await failureOf(run('SELECT * FROM orders'))).message).toMatch(/is writing to the database file/);
    holder.exec('ROLLBACK');
    holder.close();
    expect((await run('SELECT * FROM orders')).table.rowCount).toBe(1);
  }, 60_000);

  it('are read anew when another takes their name, and missed when they are gone', async () => {
    const at = (name: string) => path.join(fixture.folder, name);
    writeDatabase(at('first.db'), "CREATE TABLE t AS SELECT 'first' AS word");
    writeDatabase(at('second.db'), "CREATE TABLE t AS SELECT 'second' AS word");
    const engine = await fixture.open('sqlite:///first.db');
    const word = async () => (await engine.run({ ...limits, sql: 'SELECT word FROM t' })).table.columns[0]?.values[0];
    expect(await word()).toBe('first');
    const { rename } = await import('node:fs/promises');
    await rename(at('second.db'), at('first.db'));
    await expect.poll(word).toBe('second');
    await rename(at('first.db'), at('third.db'));
    const failing = async () =>
      (
        await word().then(
          () => null,
          (error) => error.details,
        )
      )?.code;
    await expect.poll(failing).toBe('CONNECTION_UNKNOWN_DATABASE_ERROR');
  });

  it('may not be read by the server: that is said', async () => {
    if (process.getuid?.() === 0) return;
    await chmod(path.join(fixture.folder, 'third.db'), 0);
    expect((await failing('sqlite:///third.db')).code).toBe('CONNECTION_ACCESS_DENIED_ERROR');
  });
});
