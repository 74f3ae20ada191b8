import { tableFromRows } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import type { QueryObject, ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/index.ts';
import {
  asksTheSame,
  type Drawn,
  idleRun,
  rowFactsOf,
  toFailed,
  toLoading,
  toRemembered,
  toRendered,
  toRenderFailed,
  toStopped,
  toSuccess,
} from './chart-run.ts';
import { inTimeOrder, toLongQuery } from './long-rows.ts';
import { type RightsInput, rightsOf } from './rights.ts';

const words = (text: string, values: Readonly<Record<string, string>> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => values[name] ?? '');
// Only who holds it matters here.
const drawn = { form: { viz_type: 'table' }, results: [], tables: [] } as unknown as Drawn;

describe('the state of a chart', () => {
  it('starts with no status, no alert and nothing in flight [EXP-022]', () => {
    expect(idleRun).toMatchObject({ status: null, alert: null, startedAt: null, drawn: null });
  });

  it('is loading while a query runs, whatever was before [EXP-021]', () => {
    const failed = toFailed(idleRun, new Error('no'), words);
    expect(toLoading(failed, 5)).toMatchObject({ status: 'loading', alert: null, error: null, startedAt: 5 });
  });

  it('is stopped only while it was loading, and says so [EXP-016]', () => {
    expect(toStopped(toLoading(idleRun, 1), words)).toMatchObject({
      status: 'stopped',
      alert: 'Updating chart was stopped',
    });
    expect(toStopped(toSuccess(drawn, 1), words).status).toBe('success');
  });

  it('remembers what its reader did to it, and asks anew only for other rows', async () => {
    const definition = (await chartTypes.load('table'))!;
    const form = { viz_type: 'table', groupby: ['city'], metrics: ['n'], server_pagination: true };
    const asks = (ownState: object) =>
      asksTheSame({ form, ownState: undefined }, { definition, ownState: { ...ownState } });
    expect(asks({ layout: { pinned: ['city'] } })).toBe(true);
    expect(asks({ currentPage: 2 })).toBe(false);
    const run = toRemembered(toSuccess(drawn, 1), { layout: {} });
    expect(run).toMatchObject({ status: 'success', drawn: { ownState: { layout: {} } } });
    expect(toRemembered(idleRun, { layout: {} })).toBe(idleRun);
  });

  it('counts the rows of all pages, and takes no page for a limit', () => {
    const answer = { limitReached: 50 } as Drawn['results'][number];
    const tables = [
      tableFromRows(Array.from({ length: 50 }, (_, id) => ({ id }))),
      tableFromRows([{ rowcount: 1_000_000 }]),
    ];
    const facts = (form: object) =>
      rowFactsOf({ form: { viz_type: 'table', ...form }, results: [answer, answer], tables });
    expect(facts({ server_pagination: true })).toEqual({ count: 1_000_000, limit: 0 });
    expect(facts({})).toEqual({ count: 50, limit: 50 });
  });

  it('is rendered after success alone, and failed when drawing fails [EXP-018]', () => {
    expect(toRendered(toSuccess(drawn, 1)).status).toBe('rendered');
    expect(toRendered(toLoading(idleRun, 1)).status).toBe('loading');
    expect(toRenderFailed(toSuccess(drawn, 1), new Error('no axis'), words)).toMatchObject({
      status: 'failed',
      alert: 'An error occurred while rendering the visualization: no axis',
    });
  });

  it('holds where it stands, since when, what was asked and answered, and what went wrong [EXP-010]', () => {
    const error = new ApiError({ status: 400, message: 'no such column' });
    const run = toFailed(toLoading(toSuccess(drawn, 12), 5), error, words);
    expect(run).toEqual({ status: 'failed', alert: 'no such column', error, startedAt: null, drawn, queryMs: 12 });
    expect(toLoading(run, 7)).toEqual({ ...run, status: 'loading', alert: null, error: null, startedAt: 7 });
  });

  it('says Network error. when no answer came, else what the server said [EXP-020]', () => {
    const offline = new ApiError({ status: 0, message: 'unreachable' });
    expect(toFailed(idleRun, offline, words)).toMatchObject({ status: 'failed', alert: 'Network error.', error: null });
    const refused = new ApiError({ status: 400, message: 'no such column' });
    expect(toFailed(idleRun, refused, words)).toMatchObject({ alert: 'no such column', error: refused });
    expect([offline, refused].map((error) => toFailed(idleRun, error, words).isUnanswered)).toEqual([true, undefined]);
    expect(toLoading(toFailed(idleRun, offline, words), 5).isUnanswered).toBeUndefined();
  });
});

describe('what may be done', () => {
  const input = (change: Partial<RightsInput>): RightsInput => ({
    can: (permission, view) => `${permission} ${view}` !== 'can_csv Superset',
    userId: 7,
    roles: ['Alpha'],
    slice: { owners: [7], is_managed_externally: false },
    dataset: { owners: [{ id: 7 }] },
    ...change,
  });
  const nobody = { owners: [{ id: 8 }] };

  it('is adding with can_write on Chart, downloading with can_csv on Superset [PRM-013] [PRM-014] [EXP-011]', () => {
    expect(rightsOf(input({}))).toMatchObject({ canAdd: true, canDownload: false });
    const can = (_permission: string, view: string) => view === 'Superset';
    expect(rightsOf(input({ can }))).toMatchObject({ canAdd: false, canDownload: true });
  });

  it('is overwriting for owners of the chart [PRM-015]', () => {
    expect(rightsOf(input({})).canOverwrite).toBe(true);
    expect(rightsOf(input({ slice: { owners: [8], is_managed_externally: false } })).canOverwrite).toBe(false);
    expect(rightsOf(input({ slice: null })).canOverwrite).toBe(false);
    expect(rightsOf(input({ slice: { owners: [7], is_managed_externally: true } })).canOverwrite).toBe(false);
  });

  it('is going on in the SQL editor with menu access to it [PRM-012]', () => {
    expect(rightsOf(input({})).canOpenSqlEditor).toBe(true);
    const can = (permission: string, view: string) => `${permission} ${view}` !== 'menu_access SQL Lab';
    expect(rightsOf(input({ can })).canOpenSqlEditor).toBe(false);
  });

  it('is editing the dataset for its owners and Admin [PRM-016]', () => {
    expect(rightsOf(input({})).canEditDataset).toBe(true);
    expect(rightsOf(input({ dataset: nobody })).canEditDataset).toBe(false);
    expect(rightsOf(input({ dataset: nobody, roles: ['Admin'] })).canEditDataset).toBe(true);
    expect(rightsOf(input({ can: () => false })).canEditDataset).toBe(false);
  });
});

describe('the rows behind a chart', () => {
  const query = (...operations: readonly string[]): QueryObject => ({
    post_processing: operations.map((operation) => ({ operation })),
  });

  it('are asked for as they were before they were spread into columns', () => {
    expect(toLongQuery(query('pivot', 'rename', 'flatten'))).toEqual({ post_processing: [] });
  });

  it('stay as the chart has them when more was done to them, or nothing', () => {
    expect(toLongQuery(query('pivot', 'rolling', 'flatten'))).toBeUndefined();
    expect(toLongQuery(query('contribution'))).toBeUndefined();
    expect(toLongQuery(query())).toBeUndefined();
    expect(toLongQuery(undefined)).toBeUndefined();
  });

  it('stand in the order of time', () => {
    const column = (name: string, type: 'temporal' | 'string', values: readonly (number | string | null)[]) => ({
      name,
      type,
      nativeType: type,
      values,
    });
    const table: ResultTable = {
      rowCount: 3,
      columns: [column('name', 'string', ['late', 'early', 'none']), column('day', 'temporal', [2, 1, null])],
    };
    expect(inTimeOrder(table).columns[0]?.values).toEqual(['none', 'early', 'late']);
  });
});
