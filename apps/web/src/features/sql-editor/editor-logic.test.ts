import type { WireQueryRun } from '@powerset/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { ApiError, readEvents } from '../../api/index.ts';
import { startTranslator } from '../../i18n/language.ts';
import { formatBytes, formatCount, formatShare, formatShort } from './numbers.ts';
import { parseDatasourceKey, parseOpening, parseSharedQuery } from './opening.ts';
import { limitWarning } from './runs/limit-warning.ts';
import { toDraft } from './runs/run-actions.ts';
import { fromThrown, problemText } from './runs/run-error.ts';
import { forgetRun, noteRun, type RunsState, runsOfTab } from './runs/run-store.ts';
import { limitChoices } from './toolbar/limits.ts';
import { openedIn, openedTables, toggle, unfold } from './tree/opened.ts';
import { joinPages } from './tree/schema-tables.ts';
import { type Found, referredColumn, schemaKey, type TreeData, tableKey, toRows } from './tree/tree-rows.ts';

beforeAll(() => startTranslator('en'));

describe('limits', () => {
  it('are the usual ones below the maximum, and the maximum', () => {
    expect(limitChoices(10_000_000)).toEqual([10, 100, 1000, 10_000, 100_000, 10_000_000]);
    expect(limitChoices(1000)).toEqual([10, 100, 1000]);
  });

  it('are named when they cut a result', () => {
    const warn = (limitingFactor: WireQueryRun['limitingFactor'], isTruncated = true) =>
      limitWarning({ limitingFactor, rows: 1000, extra: { progress: null, is_truncated: isTruncated } }, String);
    expect(warn('QUERY')).toBe('The number of rows displayed is limited to 1000 by the query');
    expect(warn('DROPDOWN')).toBe('The number of rows displayed is limited to 1000 by the limit dropdown.');
    expect(warn('QUERY_AND_DROPDOWN')).toBe(
      'The number of rows displayed is limited to 1000 by the query and limit dropdown.',
    );
    expect(warn('UNKNOWN')).toBe(
      'The statement ran to its end. Only the first 1000 of the rows that it returned are shown.',
    );
    expect(warn('NOT_LIMITED', false)).toBeNull();
  });
});

describe('opening by address', () => {
  it('reads keys of saved, run and shared queries [SQL-009, SQL-010, SQL-011, SQL-014]', () => {
    expect(parseOpening('?savedQueryId=7')).toEqual({ kind: 'saved-query', id: 7 });
    expect(parseOpening('?queryId=41')).toEqual({ kind: 'run', id: '41' });
    expect(parseOpening('?id=123456')).toEqual({ kind: 'shared', key: '123456' });
    expect(parseOpening('?id=1', 'abc')).toEqual({ kind: 'permalink', key: 'abc' });
    expect(parseOpening('')).toBeNull();
    expect(parseOpening('?savedQueryId=x&foo=1')).toBeNull();
  });

  it('reads the key of a dataset, with SQL or without [SQL-012, SQL-014]', () => {
    expect(parseOpening('?datasourceKey=3__table&sql=select%201')).toEqual({
      kind: 'datasource',
      id: 3,
      sql: 'select 1',
    });
    expect(parseOpening('?datasourceKey=3__table')).toEqual({ kind: 'datasource', id: 3, sql: null });
    expect(parseDatasourceKey('1__table')).toBe(1);
    expect(parseDatasourceKey('table__1')).toBeNull();
  });

  it('reads what a new tab begins with', () => {
    expect(parseOpening('?new=true')).toEqual({ kind: 'new', part: {} });
    expect(parseOpening('?dbid=1&schema=main&table=orders&autorun=true')).toEqual({
      kind: 'new',
      part: { dbId: 1, schema: 'main', table: 'orders', autorun: true },
    });
  });

  it('reads shared queries and passes over what is none', () => {
    expect(parseSharedQuery('{"dbId":2,"title":"T","sql":"select 1","schema":5}')).toMatchObject({
      dbId: 2,
      name: 'T',
      sql: 'select 1',
      schema: null,
      autorun: false,
    });
    expect(parseSharedQuery('{')).toBeNull();
    expect(parseSharedQuery('null')).toBeNull();
  });
});

describe('runs', () => {
  const body = { client_id: 'c1', database_id: 1, sql: 'select 1', sql_editor_id: 't1', tab: 'T' };

  it('are pending in the background and running otherwise [SQL-016, SQL-019, SQL-020]', () => {
    expect(toDraft({ ...body, runAsync: true }, 'db', 5)).toMatchObject({ state: 'pending', id: 'c1', startDttm: 5 });
    expect(toDraft(body, 'db', 5).state).toBe('running');
  });

  it('of a tab are listed newest first, without previews, and can be removed [SQL-023, TBL-009]', () => {
    const runs = [
      toDraft(body, null, 1),
      toDraft({ ...body, client_id: 'c2' }, null, 2),
      toDraft({ ...body, client_id: 'c3', is_data_preview: true }, null, 3),
      toDraft({ ...body, client_id: 'c4', sql_editor_id: 'other' }, null, 4),
    ].reduce<RunsState>((state, run) => noteRun(state, run), { runs: {} });
    expect(runsOfTab(runs, 't1').map(({ query }) => query.id)).toEqual(['c2', 'c1']);
    expect(runsOfTab(forgetRun(runs, 'c2'), 't1')).toHaveLength(1);
  });

  it('say why they failed: the error, else the message, else the status, else that nobody knows [SQL-048, SQL-046]', () => {
    expect(problemText({ error: 'E', message: 'M', statusText: 'S' })).toBe('E');
    expect(problemText({ message: 'M', statusText: 'S' })).toBe('M');
    expect(problemText({ statusText: 'S' })).toBe('S');
    expect(problemText({})).toBe('Unknown error');
    expect(problemText({ error: 'The CSRF token is missing.' })).toBe(
      'Your session timed out, please refresh your page and try again.',
    );
    const errors = [
      {
        message: 'no column',
        error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
        level: 'error' as const,
        extra: { line: 2, column: 3, driver_message: 'Binder Error' },
      },
    ];
    expect(fromThrown(new ApiError({ status: 422, message: 'x', errors }))).toMatchObject({
      message: 'no column',
      line: 2,
      column: 3,
      details: 'Binder Error',
    });
  });

  it('are followed over a stream whose events may come in pieces', async () => {
    const pieces = ['data: {"a":', '1}\n\nevent: rows\ndata: {"a":2}\n', '\n'];
    const body_ = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const events: unknown[] = [];
    for await (const event of readEvents(new Response(body_))) events.push(event);
    expect(events).toEqual([
      { name: '', data: { a: 1 } },
      { name: 'rows', data: { a: 2 } },
    ]);
  });
});

describe('the schema tree', () => {
  const table = (value: string) => ({ value, type: 'table' as const, extra: null });
  const column = (name: string) => ({
    name,
    type: 'INT',
    longType: 'INT',
    keys: [],
    comment: null,
    is_dttm: false,
    type_generic: 0,
  });
  const data = {
    schemas: ['main', 'raw'],
    tables: (schema: string) =>
      schema === 'main' ? { listed: [table('orders'), table('stores')], count: 2 } : undefined,
    table: (_schema: string, name: string) =>
      name === 'orders'
        ? {
            name,
            columns: [column('order_id'), column('city')],
            foreignKeys: [],
            indexes: [],
            primaryKey: {},
            selectStar: '',
            comment: null,
            definition: null,
            size_bytes: null,
          }
        : undefined,
  };
  const shown = (open: readonly string[], found: Found | null = null) =>
    toRows(data, { open: new Set(open), found }).map((row) => row.key.replace(/^\w+ /, (kind) => `${kind[0]}:`));

  it('shows what is open [TBL-001]', () => {
    expect(shown([])).toEqual(['s:main', 's:raw']);
    expect(shown([schemaKey('main'), tableKey('main', 'orders')])).toEqual([
      's:main',
      't:main.orders',
      'c:main.orders.order_id',
      'c:main.orders.city',
      't:main.stores',
      's:raw',
    ]);
    expect(shown([schemaKey('raw')])).toEqual(['s:main', 's:raw', 'l:raw']);
  });

  it('says of a schema how many tables are not listed yet, and joins the pages that were read', () => {
    const pages = [
      { count: 5, result: [table('a'), table('b')] },
      { count: 5, result: [table('b'), table('c')] },
    ];
    expect(joinPages([])).toBeUndefined();
    expect(joinPages([undefined, pages[1]])).toBeUndefined();
    expect(joinPages([pages[0], undefined, pages[1]])).toEqual({ listed: [table('a'), table('b')], count: 5 });
    const joined = joinPages(pages);
    expect(joined?.listed.map(({ value }) => value)).toEqual(['a', 'b', 'c']);
    const rows = toRows({ ...data, tables: () => joined }, { open: new Set([schemaKey('main')]), found: null });
    expect(rows[0]).toMatchObject({ kind: 'schema', count: 5 });
    expect(rows.find(({ kind }) => kind === 'more')).toMatchObject({ schema: 'main', left: 2 });
  });

  it('says of a schema that its tables, or the next of them, could not be read, or that it has none', () => {
    const error = new Error('away');
    const open = new Set([schemaKey('main')]);
    const kindsOf = (tables: TreeData['tables']) =>
      toRows({ ...data, schemas: ['main'], tables, failure: () => error }, { open, found: null }).map(
        ({ kind }) => kind,
      );
    expect(kindsOf(() => undefined)).toEqual(['schema', 'failed']);
    const empty = { ...data, schemas: ['main'], tables: () => ({ listed: [], count: 0 }) };
    expect(toRows(empty, { open, found: null }).map(({ kind }) => kind)).toEqual(['schema', 'empty']);
    expect(kindsOf(() => ({ listed: [table('a')], count: 5 }))).toEqual(['schema', 'table', 'failed']);
  });

  it('lists what a search found, with all columns of a table that is unfolded, and says that there is more', () => {
    const hit = (schema: string, name: string, ...columns: string[]) => ({
      schema,
      table: name,
      type: 'table' as const,
      columns: columns.map((one) => ({ name: one, type: 'INT', type_generic: 0 })),
    });
    const hits = [hit('main', 'orders', 'city'), hit('raw', 'cities')];
    expect(shown([], { hits, count: 2 })).toEqual([
      's:main',
      't:main.orders',
      'c:main.orders.city',
      's:raw',
      't:raw.cities',
    ]);
    expect(shown([tableKey('main', 'orders')], { hits: hits.slice(0, 1), count: 7 })).toEqual([
      's:main',
      't:main.orders',
      'c:main.orders.order_id',
      'c:main.orders.city',
      'm:',
    ]);
    expect(shown([], { hits: [], count: 0 })).toEqual([]);
  });

  it('says what a foreign key refers to, column by column', () => {
    const key = {
      name: null,
      type: 'fk',
      column_names: ['day', 'city'],
      referred_table: 'days',
      referred_columns: ['at', 'place'],
    };
    expect(referredColumn({ ...column('city'), keys: [key] })).toBe('days.place');
    expect(referredColumn(column('city'))).toBeNull();
  });

  it('asks a database for its own opened tables alone, and for none before its schemas are known', () => {
    const first = toggle(unfold(new Map(), 1, schemaKey('main')), 1, tableKey('main', 'orders'));
    const both = unfold(first, 2, schemaKey('main'));
    expect(openedTables(openedIn(both, 1), ['main'])).toEqual([{ schema: 'main', table: 'orders' }]);
    expect(openedTables(openedIn(both, 1), [])).toEqual([]);
    expect(openedTables(openedIn(both, 2), ['main'])).toEqual([]);
    expect(openedIn(toggle(both, 1, tableKey('main', 'orders')), 1)).toEqual(new Set([schemaKey('main')]));
  });
});

it('writes numbers as the pictures do', () => {
  expect(formatCount(1_240_000)).toBe('1\u202f240\u202f000');
  expect([2190, 86_400, 1_240_000, 48, 481_000].map(formatShort)).toEqual([
    '2\u202f190',
    '86.4k',
    '1.24M',
    '48',
    '481k',
  ]);
  expect([0, 0.019, 0.58].map(formatShare)).toEqual(['0\u202f%', '1.9\u202f%', '58\u202f%']);
  expect([12, 11_400_000].map(formatBytes)).toEqual(['12 B', '11.4 MB']);
});
