import type { WireStatementRun } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { toDraft } from '../runs/run-actions.ts';
import type { RunEntry } from '../runs/run-store.ts';
import { createPinnedResults, type PinnedResult } from './pinned-results.ts';
import { frontView, shortSql, unlistedOf, viewsOfRun } from './result-views.ts';

const query = { ...toDraft({ client_id: 'run', database_id: 1, sql: 'a; b; c' }, null, 0), state: 'failed' as const };
const statement = (index: number, part: Partial<WireStatementRun> = {}): WireStatementRun => ({
  index,
  sql: `select ${index}`,
  state: 'success',
  startDttm: 10,
  endDttm: 20,
  rows: 3,
  resultsKey: `key-${index}`,
  is_truncated: false,
  error: null,
  ...part,
});
const entry = (statements: readonly WireStatementRun[], count: number): RunEntry => ({
  query: { ...query, extra: { progress: null, statements, statement_count: count } },
  problem: { message: 'no', line: 1, column: 1, details: null, reference: null, code: null },
  inlineRows: null,
  firstRows: null,
  origin: { lines: 0, columns: 0 },
  isHidden: false,
  isCleared: false,
});

describe('results of a run', () => {
  it('are one for each statement; what went wrong stands in front and alone has the problem', () => {
    const failed = statement(2, { state: 'failed', rows: null, resultsKey: null, error: 'no' });
    const run = entry([statement(0), statement(1), failed], 5);
    const views = viewsOfRun(run);
    expect(views.map(({ entry: one }) => [one.query.sql, one.query.resultsKey, one.problem?.message])).toEqual([
      ['select 0', 'key-0', undefined],
      ['select 1', 'key-1', undefined],
      ['select 2', null, 'no'],
    ]);
    expect(frontView(views)?.index).toBe(2);
    expect(unlistedOf(run)).toEqual({ notRun: 2, more: 0 });
    expect(viewsOfRun({ ...run, query: { ...query, extra: { progress: null } } })).toHaveLength(1);
  });

  it('end with their run, and say how many are not listed', () => {
    const run = entry([statement(0), statement(49, { state: 'running', endDttm: null })], 50);
    expect(viewsOfRun(run).at(-1)?.entry.query.state).toBe('failed');
    expect(unlistedOf(run)).toEqual({ notRun: 0, more: 48 });
  });

  it('are called by their statement without the comments before it', () => {
    expect(shortSql('-- sales\n/* all */\nselect  *\nfrom a')).toBe('select * from a');
    expect(shortSql(`select ${'x'.repeat(100)}`)).toHaveLength(29);
  });
});

describe('pinned results', () => {
  const storage = () => {
    const texts = new Map<string, string>();
    return {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, value: string) => void texts.set(key, value),
    };
  };
  const result = (id: string): PinnedResult => ({ id, tabId: '1', name: id, query: { ...query, resultsKey: id } });

  it('are there after a reload, under the name they were given, and follow their tab', () => {
    const kept = storage();
    const first = createPinnedResults(kept, 1);
    first.pin(result('a'));
    first.pin(result('b'));
    first.rename('a', 'before');
    first.unpin('b');
    first.moveTab('1', '9');
    const { results } = createPinnedResults(kept, 1).store.getState();
    expect(results.map(({ name, tabId }) => [name, tabId])).toEqual([['before', '9']]);
    expect(createPinnedResults(kept, 2).store.getState().results).toEqual([]);
  });

  it('are a dozen of a tab at most: the oldest makes way', () => {
    const pinned = createPinnedResults(storage(), 1);
    for (let count = 0; count < 14; count += 1) pinned.pin(result(`r${count}`));
    expect(pinned.store.getState().results.map(({ id }) => id)).toEqual(
      Array.from({ length: 12 }, (_, index) => `r${index + 2}`),
    );
  });
});
