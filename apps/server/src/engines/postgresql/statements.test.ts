import { describe, expect, it } from 'vitest';
import { EngineError } from '../engine.ts';
import { parseScript } from './statements.ts';

async function read(sql: string) {
  const statements = await parseScript(sql);
  return statements.map(({ kind, tables }) => [
    kind,
    ...tables.map(({ schema, table }) => (schema ? `${schema}.${table}` : table)),
  ]);
}

async function failure(sql: string): Promise<EngineError['details']> {
  const error = await parseScript(sql).catch((reason: unknown) => reason);
  if (!(error instanceof EngineError)) throw new Error(`${sql} was let through: ${JSON.stringify(error)}`);
  return error.details;
}

describe('what a PostgreSQL statement touches', () => {
  it.each([
    ['select 1', [['select']]],
    ['select * from a join s.b using (x) where y in (select z from "C d")', [['select', 'a', 's.b', 'C d']]],
    ['table orders', [['select', 'orders']]],
    ['values (1), ((select max(x) from v))', [['select', 'v']]],
    [
      'select (select count(*) from inner_one), lateral_one.* from a, lateral (select * from b) lateral_one',
      [['select', 'inner_one', 'a', 'b']],
    ],
    ['select 1 from a union all (select 2 from b except select 3 from c)', [['select', 'a', 'b', 'c']]],
    ['explain select * from a', [['explain', 'a']]],
    [
      'select * from information_schema.tables, pg_class',
      [['select', 'information_schema.tables', 'pg_catalog.pg_class']],
    ],
    ['insert into a select * from b returning (select c from d)', [['write', 'a', 'b', 'd']]],
    ['update a set x = 1 from b where a.y in (select y from c)', [['write', 'a', 'b', 'c']]],
    ['delete from a using b', [['write', 'a', 'b']]],
    ['merge into a using b on a.x = b.x when matched then delete', [['write', 'a', 'b']]],
    ['truncate a, b', [['write', 'a', 'b']]],
    ['create table a as select * from b', [['ddl', 'b', 'a']]],
    ['create view s.v as select * from b', [['ddl', 's.v', 'b']]],
    ['create table a (x int references b (y))', [['ddl', 'a', 'b']]],
    ['drop table s.a, b', [['ddl', 's.a', 'b']]],
    ['alter table a rename column x to y', [['ddl', 'a']]],
    ['select * into a from b', [['write', 'a', 'b']]],
    ['select * from a for update', [['write', 'a']]],
  ])('%s', async (sql, expected) => {
    const found = await read(sql);
    expect(found.map(([kind, ...tables]) => [kind, ...tables.sort()])).toEqual(
      expected.map(([kind, ...tables]) => [kind, ...tables.sort()]),
    );
  });

  it('leaves out the names of WITH, exactly where they are visible', async () => {
    expect(await read('with a as (select * from b) select * from a')).toEqual([['select', 'b']]);
    expect(await read('with a as (select * from a) select * from a')).toEqual([['select', 'a']]);
    expect(await read('with recursive a as (select 1 union select * from a) select * from a')).toEqual([['select']]);
    expect(await read('with a as (select 1), b as (select * from a, c) select * from b')).toEqual([['select', 'c']]);
    expect(await read('with a as (select * from b), b as (select 1) select * from a')).toEqual([['select', 'b']]);
    expect(await read('select * from (with a as (select 1) select * from a) x, a')).toEqual([['select', 'a']]);
    expect(await read('with a as (select 1) select * from public.a')).toEqual([['select', 'public.a']]);
  });

  it('sees a change that hides inside WITH or EXPLAIN', async () => {
    expect(await read('with gone as (delete from a returning *) select * from gone')).toEqual([['write', 'a']]);
    expect((await failure('explain analyze delete from a')).message).toBe('Only SELECT statements can be explained.');
    await failure('explain with gone as (delete from a returning *) select * from gone');
  });

  it.each([
    ['delete from s.a', ['DELETE s.a']],
    ['delete from a using b', ['DELETE a']],
    ['delete from a using b where a.x = b.x', []],
    ["delete from a where x in (select 'where')", []],
    ['update only a set x = (select 1 from b where c) /* where */', ['UPDATE a']],
    ['update a set x = 1 from b where a.y = b.y', []],
    ['with gone as (delete from a returning *) select * from gone where x = 1', ['DELETE a']],
    ['with b as (select 1 where true) delete from a', ['DELETE a']],
    ['with b as (update c set x = 1) delete from a where x = 1', ['UPDATE c']],
    ['truncate a, s.b', ['TRUNCATE a+s.b']],
    ['merge into s.a using b on a.id = b.id when matched then delete', ['MERGE s.a']],
    ['merge into a using b on a.id = b.id when matched then update set n = 1', []],
    ['drop table if exists s.a, b cascade; drop view v', ['DROP s.a+b', 'DROP v']],
    ['alter table a drop column x', ['DROP COLUMN a']],
    ['alter table a add column x int', []],
    ["select 'delete from a' -- drop table a", []],
    ['insert into a select * from b', []],
    ['select 1; delete from a; select 2', ['DELETE a']],
  ])('tells what is destroyed without a condition: %s', async (sql, expected) => {
    const destroyed = (await parseScript(sql)).flatMap(({ destroys }) => destroys ?? []);
    const nameOf = ({ schema, table }: { schema: string | null; table: string }) =>
      schema ? `${schema}.${table}` : table;
    expect(destroyed.map(({ kind, tables }) => `${kind} ${tables.map(nameOf).join('+')}`)).toEqual(expected);
  });

  it('cuts scripts where the grammar does, and reads the limit of a statement', async () => {
    const script = "select ';', $$ ; $$ from a limit 5; -- c \n\n select 'ä€;' /* ; */ from b;;";
    const statements = await parseScript(script);
    expect(statements.map(({ text, limit }) => [text, limit])).toEqual([
      ["select ';', $$ ; $$ from a limit 5", 5],
      ["-- c \n\n select 'ä€;' /* ; */ from b", null],
    ]);
    expect(await parseScript(' ')).toEqual([]);
    expect((await parseScript('select 1 limit 0'))[0]?.limit).toBe(0);
    expect((await parseScript('select 1 limit 1 + 1'))[0]?.limit).toBeNull();
  });

  it('points at the place of a mistake, in characters of the text', async () => {
    expect(await failure("select '€😀' a b c")).toMatchObject({ code: 'SYNTAX_ERROR', line: 1, column: 16 });
    expect(await failure('select a,\n  b from t wher x')).toMatchObject({ line: 2, column: 17 });
    expect(await failure('selec 1')).toMatchObject({ line: 1, column: 1, message: 'syntax error at or near "selec"' });
  });
});

describe('what is refused in PostgreSQL, whoever asks', () => {
  it.each([
    "select pg_read_file('/etc/passwd')",
    "select pg_catalog.pg_read_file('/etc/passwd')",
    'select PG_LS_DIR(chr(47))',
    "select * from pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    "select * from dblink('host=x', 'select 1') as t(a int)",
    "select dblink_connect('x')",
    "select set_config('search_path', 'x', false)",
    "select current_setting('data_directory')",
    "select query_to_xml('select * from secrets', true, true, '')",
    "select * from crosstab('select * from secrets') as t(a int)",
    "select * from ts_stat('select * from secrets')",
    'select pg_terminate_backend(1)',
    'select pg_reload_conf()',
    'select x from t order by (select pg_sleep_for(null))',
    "copy t to '/tmp/x'",
    "copy t from program 'id'",
    'do $$ begin end $$',
    'set role postgres',
    'reset all',
    'show data_directory',
    'listen x',
    'begin',
    'commit',
    'call p()',
    'prepare x as select 1',
    'execute x',
    'vacuum',
    'grant all on t to x',
    "create function f() returns int language sql as 'select 1'",
    'create extension dblink',
    'create role x',
    "alter system set x = 'y'",
    'create temp table t (a int)',
    'select 1 into temp t',
    'drop function f',
    'drop schema s cascade',
    'select * from pg_authid',
    'select * from pg_catalog.pg_shadow',
    'select * from pg_stats',
    'select * from pg_stat_activity',
    'select * from pg_toast.pg_toast_1',
    'explain analyze update t set a = 1',
    'lock t',
    'security label on table t is null',
  ])('%s', async (sql) => {
    const { code, message } = await failure(sql);
    expect(code).toBe('GENERIC_DB_ENGINE_ERROR');
    expect(message).toMatch(/ (not|Only|cannot)\b|Only|another database/);
  });

  it('a text that is too long or too deep', async () => {
    expect((await failure(`select 1${' '.repeat(1_000_001)}`)).message).toContain('too long');
    expect((await failure(`select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`)).message).toContain('too deeply');
    expect((await failure('select \u0000')).message).toContain('NUL');
  });
});
