import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/index.ts';
import { readImportProblems } from './import-problems.ts';
import type { FilterDefinition } from './list-definition.ts';
import {
  type ListState,
  pageNumbers,
  parseListState,
  toggleSort,
  toListRequest,
  toSearchParams,
} from './list-state.ts';

const defaults = { view: 'table' } as const;
const start = parseListState(new URLSearchParams(), defaults);
const owner: FilterDefinition = {
  key: 'owners',
  label: 'Owner',
  anyLabel: 'All',
  col: 'owners',
  opr: 'rel_m_m',
  source: { kind: 'related', column: 'owners' },
};

describe('the address of a list', () => {
  it('is empty for the state that a list starts in', () => {
    expect(toSearchParams(start, defaults).toString()).toBe('');
  });

  it('brings back exactly what was written into it', () => {
    const state: ListState = {
      page: 3,
      sortColumn: 'slice_name',
      sortOrder: 'asc',
      search: "it's 50 %, (big)",
      view: 'card',
      filters: { owners: { value: 4, label: 'Ada Kern' }, certified: { value: true, label: 'Yes' } },
    };
    expect(parseListState(toSearchParams(state, defaults), defaults)).toEqual(state);
  });

  it('starts anew where it is damaged', () => {
    expect(parseListState(new URLSearchParams('pageIndex=-4&filters=((&viewMode=heap&sortOrder=up'), defaults)).toEqual(
      start,
    );
  });
});

describe('what a list asks for', () => {
  it('puts search and chosen filters into the call, and pages of 25 [LST-002]', () => {
    const state: ListState = {
      ...start,
      page: 1,
      search: 'sales',
      filters: { owners: { value: 4, label: 'Ada' }, unknown: { value: 1, label: 'x' } },
    };
    expect(toListRequest(state, { search: { col: 'slice_name', opr: 'chart_all_text' }, filters: [owner] })).toEqual({
      filters: [
        { col: 'slice_name', opr: 'chart_all_text', value: 'sales' },
        { col: 'owners', opr: 'rel_m_m', value: 4 },
      ],
      orderColumn: 'changed_on_delta_humanized',
      orderDirection: 'desc',
      page: 1,
      pageSize: 25,
    });
  });

  it('sorts rising at the first press on a head, falling at the second, from the first page', () => {
    const once = toggleSort({ ...start, page: 5 }, 'slice_name');
    expect([once.sortColumn, once.sortOrder, once.page]).toEqual(['slice_name', 'asc', 0]);
    expect(toggleSort(once, 'slice_name').sortOrder).toBe('desc');
  });

  it('shows the first, the last and the pages around the current one', () => {
    expect(pageNumbers(0, 2)).toEqual([0, 1]);
    expect(pageNumbers(5, 12)).toEqual([0, null, 4, 5, 6, null, 11]);
  });
});

describe('what an import lacks', () => {
  const failure = (extra: Record<string, unknown>) =>
    new ApiError({
      status: 422,
      message: 'x',
      errors: [{ message: 'x', error_type: 'GENERIC_COMMAND_ERROR', level: 'warning', extra }],
    });

  it('finds the databases that need a password and the files that exist already [IMP-003]', () => {
    const problems = readImportProblems(
      failure({
        'databases/a.yaml': { _schema: ['Must provide a password for the database'] },
        'dashboards/b.yaml': 'Dashboard already exists and `overwrite=true` was not passed',
        issue_codes: [{ code: 1010 }],
      }),
    );
    expect(problems).toEqual({
      secrets: [{ kind: 'password', file: 'databases/a.yaml' }],
      existing: ['dashboards/b.yaml'],
      refusals: [],
      isHopeless: false,
    });
  });

  it('finds nothing in other errors', () => {
    expect(readImportProblems(new Error('Not a ZIP file'))).toEqual({
      secrets: [],
      existing: [],
      refusals: [],
      isHopeless: true,
    });
  });
});
