import { expect, it } from 'vitest';
import { readReport } from './plugin-reports.ts';

const filter = { column: 'region', op: 'IN', values: ['EU', null, 3] };
const selected = (filters: unknown, selectedLabels: unknown = ['EU']) =>
  readReport({ kind: 'selected', selection: { filters, selectedLabels } });

it('takes from the frame of a plugin what its view may say', () => {
  expect(readReport({ kind: 'ready' })).toEqual({ kind: 'ready' });
  expect(readReport({ kind: 'drawn', number: 2, ms: 'x' })).toEqual({ kind: 'drawn', number: 2, ms: 0 });
  expect(readReport({ kind: 'failed', number: 1, message: 'x'.repeat(2000) })).toMatchObject({
    message: 'x'.repeat(1000),
  });
  expect(readReport({ kind: 'selected', selection: null })).toEqual({ kind: 'selected', selection: null });
  expect(selected([filter])).toEqual({
    kind: 'selected',
    selection: { filters: [filter], selectedLabels: ['EU'] },
  });
});

it('takes nothing that is no selection, and nothing beyond its bounds', () => {
  for (const data of [null, 'ready', { kind: 'sudo' }, { kind: 'selected' }]) expect(readReport(data)).toBeNull();
  const wrong = [
    'region',
    [{ ...filter, op: 'SQL' }],
    [{ ...filter, column: 1 }],
    [{ ...filter, values: [{ sql: '1' }] }],
    [{ ...filter, values: Array.from({ length: 1001 }, () => 'x') }],
    Array.from({ length: 21 }, () => filter),
  ];
  for (const filters of wrong) expect(selected(filters)).toBeNull();
  expect(selected([filter], [1])).toBeNull();
});
