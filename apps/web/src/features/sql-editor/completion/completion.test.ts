import { describe, expect, it } from 'vitest';
import { keywords, quoteName, reservedWords } from '../../../controls/sql-text/index.ts';
import { currentSchemaOf, tableNameIn } from '../tree/current-schema.ts';
import { buildOptions, type Catalog, isWritten, optionScores } from './options.ts';
import { expectsTable, readScope, statementAt, statementRange, typedNameAt } from './scope.ts';

const columns: Readonly<Record<string, readonly string[]>> = {
  'main.orders': ['order_id', 'ordered_at', 'revenue'],
  'main.customers': ['customer_id', 'segment'],
  'staging.orders': ['raw'],
};
const catalog: Catalog = {
  schemas: ['main', 'staging'],
  currentSchema: 'main',
  tables: [
    { schema: 'main', name: 'orders', isView: false },
    { schema: 'main', name: 'customers', isView: false },
    { schema: 'staging', name: 'orders', isView: false },
    { schema: 'main', name: 'v_daily', isView: true },
  ],
  isWhole: true,
  findTables: async () => [],
  functions: ['date_trunc', 'sum'],
  results: ["result('last week')"],
  keywords,
  loadColumns: async (schema, table) =>
    (columns[`${schema}.${table}`] ?? []).map((name) => ({ name, nativeType: 'BIGINT', type: 'number' as const })),
};

/** What is offered where `|` stands, by kind. */
async function offered(text: string) {
  const position = text.indexOf('|');
  const sql = text.replace('|', '');
  const typed = typedNameAt(sql, position);
  if (!typed) return null;
  const statement = statementAt(sql, position);
  const options = await buildOptions(catalog, {
    typed,
    scope: readScope(statement.text),
    expectsTable: expectsTable(sql.slice(statement.start), typed.start - statement.start),
  });
  return options;
}
const labels = async (text: string, kind?: string) =>
  (await offered(text))?.filter((option) => !kind || option.kind === kind).map((option) => option.label);

it('ends when the word is written and begins no other name', async () => {
  const isDone = async (text: string) => isWritten((await offered(`${text}|`)) ?? [], text.split(' ').at(-1) ?? '');
  expect(await isDone('select revenue')).toBe(false);
  expect(await isDone('select * from orders where revenue')).toBe(true);
  expect(await isDone('select * from orders where reven')).toBe(false);
});

it('offers pinned results where a table is expected, as they are written', async () => {
  expect(await labels('select * from res|', 'result')).toEqual(["result('last week')"]);
  expect(await labels('select res| from orders', 'table')).toContain('orders');
});

it('finds the statement at the cursor, the last one when the cursor is behind it', () => {
  const sql = "select ';' as a;\n  select 2 ;\n";
  const at = (position: number) => {
    const { from, to } = statementRange(sql, position);
    return sql.slice(from, to);
  };
  expect(at(0)).toBe("select ';' as a");
  expect(at(sql.indexOf('2'))).toBe('select 2');
  expect(at(sql.length)).toBe('select 2');
});

describe('the scope of a statement', () => {
  it('finds tables, aliases and named queries, however unfinished it is', () => {
    const scope = readScope(
      'with weekly as (select date_trunc(\'week\', x) as week, o.channel from main.orders o), b as (select 1 as n) select w. from weekly AS w, "Odd Table" t left join customers c on',
    );
    expect(scope.tables).toEqual([
      { schema: 'main', table: 'orders', alias: 'o' },
      { schema: null, table: 'weekly', alias: 'w' },
      { schema: null, table: 'Odd Table', alias: 't' },
      { schema: null, table: 'customers', alias: 'c' },
    ]);
    expect(scope.queries).toEqual([
      { name: 'weekly', columns: ['week', 'channel'] },
      { name: 'b', columns: ['n'] },
    ]);
  });

  it('is that of the statement around the cursor', () => {
    const sql = "select ';' from a; select | from b; select 3";
    expect(statementAt(sql, sql.indexOf('|')).text.trim()).toBe('select | from b');
  });

  it('knows what is typed, and stays quiet inside texts and comments', () => {
    expect(typedNameAt('select o.cust', 13)).toEqual({ qualifiers: ['o'], word: 'cust', start: 9 });
    expect(typedNameAt('select "My Tab".', 16)?.qualifiers).toEqual(['My Tab']);
    expect(typedNameAt("select 'abc", 11)).toBeNull();
    expect(typedNameAt('select 1 -- abc', 15)).toBeNull();
    expect(typedNameAt('select /* abc', 13)).toBeNull();
    expect(typedNameAt("select 'abc' ab", 15)?.word).toBe('ab');
  });
});

describe('completion', () => {
  it('offers the columns of the table behind an alias, and nothing else', async () => {
    expect(await labels('select o.| from orders as o')).toEqual(['order_id', 'ordered_at', 'revenue']);
    expect(await labels('select c.se| from orders o join customers c on true')).toEqual(['customer_id', 'segment']);
    expect(await labels('select x.| from staging.orders x')).toEqual(['raw']);
    expect(await labels('with w as (select revenue as r from orders) select w.| from w')).toEqual(['r']);
    expect(await labels('select staging.| ')).toEqual(['orders']);
  });

  it('offers tables after FROM and JOIN', async () => {
    expect(await labels('select * from |', 'table')).toEqual(['orders', 'customers', 'staging.orders', 'v_daily']);
    expect(await labels('select * from orders join |', 'keyword')).toEqual([]);
    expect(await labels('select * from orders, |', 'column')).toEqual([]);
  });

  it('writes bare names for the chosen schema and others with theirs', async () => {
    const chosen = { ...catalog, currentSchema: 'staging' };
    const sql = 'select * from ';
    const question = { typed: typedNameAt(sql, sql.length)!, scope: readScope(sql), expectsTable: true };
    const tables = (await buildOptions(chosen, question)).filter(({ kind }) => kind === 'table');
    expect(tables.map(({ label }) => label)).toEqual(['main.orders', 'main.customers', 'orders', 'main.v_daily']);
    expect(tables.toSorted((one, other) => other.score - one.score)[0]?.label).toBe('orders');
    expect(currentSchemaOf('staging', { names: ['main', 'staging'], own: 'main' })).toBe('staging');
    expect(currentSchemaOf(null, { names: ['a', 'public', 'sales'], own: 'sales' })).toBe('sales');
    expect(currentSchemaOf(null, { names: ['a', 'b'], own: 'gone' })).toBe('a');
    expect(tableNameIn('staging', { schema: 'staging', table: 'Orders' })).toBe('"Orders"');
    expect(tableNameIn('staging', { schema: 'main', table: 'orders' })).toBe('main.orders');
  });

  it('puts columns of the named tables first, then kinds by their scores', async () => {
    const options = (await offered('select | from orders')) ?? [];
    const best = [...options].sort((one, other) => other.score - one.score);
    expect(best.slice(0, 3).map((option) => option.label)).toEqual(['order_id', 'ordered_at', 'revenue']);
    expect(optionScores).toEqual({ keyword: 100, function: 90, schema: 60, table: 55, column: 50 });
    expect(best.find((option) => option.kind === 'keyword')?.score).toBe(100);
    expect(best.find((option) => option.label === 'sum')?.detail).toBe('function');
  });

  it('looks up the tables that a text names where not all are listed', async () => {
    const asked: unknown[] = [];
    const far = { schema: 'main', name: 'visits', isView: false };
    const partly: Catalog = {
      ...catalog,
      isWhole: false,
      findTables: async (text, schema) => {
        asked.push([text, schema]);
        return far.name.includes(text) ? [far] : [];
      },
      loadColumns: async (_schema, table) =>
        table === 'visits' ? [{ name: 'visited_at', nativeType: 'DATE', type: 'temporal' as const }] : [],
    };
    const labelsOf = async (sql: string) => {
      asked.length = 0;
      const at = sql.indexOf('|');
      const text = sql.replace('|', '');
      const typed = typedNameAt(text, at)!;
      const question = { typed, scope: readScope(text), expectsTable: expectsTable(text, typed.start) };
      return (await buildOptions(partly, question)).map(({ label }) => label);
    };
    expect(await labelsOf('select * from vis|')).toContain('visits');
    expect(asked).toContainEqual(['vis', null]);
    expect(await labelsOf('select v.| from visits v join orders o on true')).toEqual(['visited_at']);
    expect(asked).toEqual([['visits', null]]);
    expect(await labelsOf('select * from main.vi|')).toContain('visits');
    expect(asked).toContainEqual(['vi', 'main']);
  });

  it('quotes names that are not plain', () => {
    expect(quoteName('orders', reservedWords)).toBe('orders');
    expect(quoteName('order', reservedWords)).toBe('"order"');
    expect(quoteName('Two "Words"', reservedWords)).toBe('"Two ""Words"""');
  });
});
