import { describe, expect, it } from 'vitest';
import { EngineError } from '../../engine.ts';
import { readMysqlScript } from './index.ts';

function read(sql: string) {
  const [statement] = readMysqlScript(sql);
  if (!statement) throw new Error('no statement');
  return statement;
}

const tablesOf = (sql: string) => read(sql).tables.map(({ schema, table }) => (schema ? `${schema}.${table}` : table));

function problemOf(sql: string) {
  try {
    readMysqlScript(sql);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error.details;
    throw error;
  }
}

describe('a query of the MySQL family', () => {
  it.each([
    ['select 1', []],
    ['select * from t', ['t']],
    ['select * from s.t as x', ['s.t']],
    ['select * from `s`.`t``x`', ['s.t`x']],
    ['select * from s . t', ['s.t']],
    ['select * from a, b join c on a.x = c.x left outer join d using (y)', ['a', 'b', 'c', 'd']],
    ['select * from a natural join b cross join c straight_join d on 1', ['a', 'b', 'c', 'd']],
    ['select * from (a, b) join (c join d on 1) on 2', ['a', 'b', 'c', 'd']],
    ['select * from ((select * from a) union (select * from b) order by 1 limit 3) x', ['a', 'b']],
    ['select * from ((select * from a) as x join b on 1)', ['a', 'b']],
    ['select * from a where x in (select y from b where exists (select 1 from c))', ['a', 'b', 'c']],
    ['select (select max(x) from b) + 1, case when (select 1 from c) then 2 end from a', ['b', 'c', 'a']],
    ['select * from a union all select * from b except select * from c', ['a', 'b', 'c']],
    ['(select * from a) union (select * from b) limit 3', ['a', 'b']],
    ['table a', ['a']],
    ['values (1), ((select max(x) from a))', ['a']],
    ['select * from (values (1, 2)) v', []],
    ['select * from dual', []],
    ['select * from a partition (p0) as x use index for join (i) where x.y = 1', ['a']],
    ["select * from json_table('[1]', '$[*]' columns (a int path '$')) j, a", ['a']],
    ['select * from a, lateral (select * from b where b.x = a.x) l', ['a', 'b']],
    ['select extract(year from x), trim(both y from z), substring(x from 2 for 3) from a', ['a']],
    ['select extract(year from (select max(x) from b)) from a', ['b', 'a']],
    ["select group_concat(distinct x order by y desc separator ', ') from a", ['a']],
    ['select sum(x) over (partition by y order by z rows between 1 preceding and current row) from a', ['a']],
    ['select sum(x) over w from a window w as (order by y)', ['a']],
    ['select percentile_cont(0.5) within group (order by x) over () from a', ['a']],
    ["select json_value(x, '$.a' returning decimal(10,2)), x->>'$.b' from a", ['a']],
    ["select convert(x using utf8mb4), cast(x as char(10)), date '2024-01-01' + interval 1 day from a", ['a']],
    ['select left(x, 1), right(y, 2), if(x, 1, 2), insert(x, 1, 1, y), replace(x, y, z), mod(x, 2) from a', ['a']],
    ['select x.5select from a', ['a']],
    ['select a.select, a.from from a', ['a']],
    ['select \'from b\', "join c", `from d` from a', ['a']],
    ["select 'it\\'s', 'from b' from a", ['a']],
    ['select 5--1 from a', ['a']],
    ['select 1 -- from b\n from a # , c', ['a']],
    ['select 1 /* from b */ from a', ['a']],
    ['select count(*) from a group by x with rollup having count(*) > 1 order by 1 limit 5, 6', ['a']],
  ])('%s', (sql, tables) => {
    expect(read(sql).kind).toBe('select');
    expect(tablesOf(sql)).toEqual(tables);
  });

  it('takes names of WITH for what they stand for, where they stand for it', () => {
    expect(tablesOf('with x as (select * from a) select * from x join b on 1')).toEqual(['a', 'b']);
    expect(tablesOf('with x as (select * from y), y as (select 1) select * from x, y')).toEqual(['y']);
    expect(tablesOf('with x as (select * from x) select * from x')).toEqual(['x']);
    expect(tablesOf('with recursive x as (select 1 as n union all select n + 1 from x) select * from x')).toEqual([]);
    expect(tablesOf('select * from (with x as (select 1) select * from x) q, x')).toEqual(['x']);
    expect(tablesOf('with x as (select 1) select * from s.x')).toEqual(['s.x']);
    expect(tablesOf('with x as (select 1) select (select 1 from x) from a')).toEqual(['a']);
    // MariaDB reads the table of the name there.
    expect(tablesOf('with a as (select 1) select * from (with x as (select * from a) select * from x) q')).toEqual([
      'a',
    ]);
    expect(tablesOf('with a as (select 1) select * from (with x as (select 1) select * from a) q')).toEqual([]);
    expect(problemOf('with x as (select 1) select * from X')?.message).toContain('Write it alike');
  });

  it('tells its outermost limit, and no other', () => {
    expect(read('select * from a limit 7').limit).toBe(7);
    expect(read('select * from a limit 5, 7').limit).toBe(7);
    expect(read('select * from a limit 7 offset 5').limit).toBe(7);
    expect(read('(select * from a limit 7)').limit).toBeNull();
    expect(read('select * from (select * from a limit 7) x').limit).toBeNull();
    expect(read('select 1 union select 2 limit 9').limit).toBe(9);
    expect(read('select * from a offset 2 rows fetch next 3 rows only').limit).toBe(3);
    const { text, limitPlace } = read('  /* x */ select * from a limit 5, 70 -- end');
    expect(text.slice(limitPlace?.start, limitPlace?.end)).toBe('70');
  });

  it('names functions that are not the servers own', () => {
    const called = (sql: string) => read(sql).functions.map(({ schema, name }) => [schema, name]);
    expect(called('select lower(x), st_area(y), count(distinct z) from a')).toEqual([]);
    expect(called('select own(x), s.lower(y), `Strange one` (z) from a')).toEqual([
      [null, 'own'],
      ['s', 'lower'],
      [null, 'Strange one'],
    ]);
  });

  it('cuts a script at its semicolons alone', () => {
    const texts = readMysqlScript("select ';' from a; -- b;\n select `;` from b /* ; */;;\n").map(({ text }) => text);
    expect(texts).toEqual(["select ';' from a", '-- b;\n select `;` from b /* ; */']);
    expect(readMysqlScript(' -- nothing\n')).toEqual([]);
  });
});

describe('what changes something', () => {
  it.each([
    ['insert into a (x, y) values (1, default), (2, 3)', 'write', ['a']],
    [
      'insert ignore a select * from b on duplicate key update x = values(x) + (select 1 from c)',
      'write',
      ['a', 'b', 'c'],
    ],
    ['insert into a set x = 1', 'write', ['a']],
    ['replace into a (x) (select y from b) returning x', 'write', ['a', 'b']],
    ['update a join b on 1 set a.x = (select 1 from c) where a.y = 1', 'write', ['a', 'b', 'c']],
    ['delete from a where x in (select y from b) order by z limit 3 returning *', 'write', ['a', 'b']],
    ['delete x from a as x join b on 1 where 1', 'write', ['a', 'b']],
    ['delete from x using a as x, b where 1', 'write', ['a', 'b']],
    ['truncate table a', 'write', ['a']],
    ['select * from a for update', 'write', ['a']],
    ['select * from a lock in share mode', 'write', ['a']],
    [
      'create table a (x int, y varchar(10) default (uuid()), key k (y(3), x desc), foreign key (x) references b (x))',
      'ddl',
      ['a', 'b'],
    ],
    [
      "create or replace table s.a engine=InnoDB default charset=utf8mb4 comment='x' as select * from b",
      'ddl',
      ['s.a', 'b'],
    ],
    ['create table a like b', 'ddl', ['a', 'b']],
    ['create or replace view v (x) as select * from a', 'ddl', ['v', 'a']],
    ['create unique index i on a (x, y(10))', 'ddl', ['a']],
    ['drop table if exists a, s.b cascade', 'ddl', ['a', 's.b']],
    ['alter table a add column x int not null after y, drop column z, rename to b', 'ddl', ['a', 'b']],
    ['rename table a to b, c to d', 'ddl', ['a', 'b', 'c', 'd']],
  ])('%s', (sql, kind, tables) => {
    expect(read(sql).kind).toBe(kind);
    expect(tablesOf(sql)).toEqual(tables);
  });

  it('says what it destroys beyond rows that a condition names', () => {
    const kinds = (sql: string) => (read(sql).destroys ?? []).map(({ kind }) => kind);
    expect(kinds('delete from a')).toEqual(['DELETE']);
    expect(kinds('delete from a where x = 1')).toEqual([]);
    expect(kinds('update a set x = 1')).toEqual(['UPDATE']);
    expect(kinds('truncate a')).toEqual(['TRUNCATE']);
    expect(kinds('drop view v')).toEqual(['DROP']);
    expect(kinds('alter table a drop column x')).toEqual(['DROP COLUMN']);
  });

  it('explains queries, and nothing that changes something', () => {
    for (const sql of [
      'explain select * from a',
      'explain format=json select * from a',
      'analyze format=json select * from a',
      'desc a',
      'describe s.a x',
    ])
      expect(read(sql)).toMatchObject({ kind: 'explain', tables: [{}] });
    for (const sql of ['explain delete from a', 'analyze table a', 'explain select * from a for update'])
      expect(problemOf(sql)?.message).toMatch(/Only SELECT/);
  });
});

describe('what is not understood', () => {
  it.each([
    ['selec 1', 1, 1],
    ['select *\nfrom a wher x = 1', 2, 13],
    ['select (1', 1, 10],
    ['select 1 from', 1, 14],
    ["select 'x", 1, 8],
    ['select 1 from a join', 1, 21],
    ['select 1; select from from', 1, 23],
  ])('%s is refused with its place', (sql, line, column) => {
    expect(problemOf(sql)).toMatchObject({ code: 'SYNTAX_ERROR', line, column });
  });

  it('a text that is too long, too deep or holds NUL', () => {
    expect(problemOf(`select 1${' '.repeat(1_000_001)}`)?.message).toContain('too long');
    expect(problemOf(`select ${'('.repeat(5000)}1${')'.repeat(5000)}`)?.message).toContain('too deeply');
    expect(problemOf(`select ${'(select '.repeat(5000)}1`)?.message).toContain('too deeply');
    expect(problemOf('select \u0000')?.message).toContain('NUL');
    expect(problemOf('select 1;'.repeat(1001))?.message).toContain('too many statements');
  });

  it.each([
    "select 1 into outfile '/tmp/x'",
    'select 1 into @x',
    'select x into y from a',
    'select @x',
    'select @@version',
    'select @`x`',
    'select ?',
    'select 1 /*! union select 2 */',
    'select 1 /*!99999 x */',
    'select 1 /*M! x */',
    'select /*+ NO_MERGE(a) */ 1',
    'select 1 /* a /* b */',
    "select _gbk'\\xbf\\' from a -- '",
    "select $$ ' $$ from a -- '",
    "select $x$ ' $x$ from a -- '",
    'select 1 + select (x) from a',
    'select \\N',
    'select {d 1}',
    "select load_file('x')",
    "select `LOAD_FILE`('x')",
    'select benchmark(1, 2)',
    "select get_lock('x', 1)",
    'select nextval(s)',
    'select next value for s',
    "select sys_exec('id')",
    'select sys.version_major()',
    'select a.b.c(1)',
    'select * from a.b.c',
    'select * from .a',
    'select * from mysql.user',
    'select * from `MYSQL`.`user`',
    'select * from performance_schema.threads',
    'select * from information_schema.processlist',
    'select * from sys.session',
    'select * from a procedure analyse()',
    'select * from a for system_time all',
    'handler a open',
    "prepare x from 'select 1'",
    "execute immediate 'select 1'",
    'do sleep(1)',
    'call p()',
    'set x = 1',
    'set names utf8',
    'use s',
    'show tables',
    'begin',
    'commit',
    'kill 1',
    'lock tables a write',
    'flush tables',
    "load data infile 'x' into table a",
    "load data local infile 'x' into table a",
    'create table a (x int) engine=CONNECT',
    "create table a (x int) data directory='/tmp'",
    "create table a (x int) connection='mysql://x'",
    'create table a (x int) partition by hash(x)',
    'create temporary table a (x int)',
    'create definer=root view v as select 1',
    'create sql security definer view v as select 1',
    'create function f() returns int return 1',
    'create trigger t before insert on a for each row set x = 1',
    'create user x',
    'grant all on *.* to x',
    'alter table a import tablespace',
    'alter table a exchange partition p with table b',
    'alter user x',
    'drop database s',
    'drop function f',
    'with x as (delete from a returning *) select * from x',
    'with x as (select 1) delete from a',
    'select * from a where x = (delete from b)',
    'select * from (table)',
    'select from_days(1) from a, from',
  ])('%s', (sql) => {
    expect(problemOf(sql)).toMatchObject({ message: expect.stringMatching(/\S/) });
  });
});
