import type { ResultChart } from '@powerset/contract';
import { expect, it } from 'vitest';
import { createChartChoices, findChoice } from './chart-choices.ts';

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

const pie: ResultChart = {
  type: 'pie',
  x: 'region',
  grain: null,
  y: [{ column: null, aggregate: 'COUNT' }],
  split: null,
};

it('keeps how the result of a statement is looked at, with its tab and over reloads', () => {
  const storage = memory();
  const first = createChartChoices(storage, 1);
  first.choose({ tabId: 'a', sql: 'select 1' }, { isShown: true });
  first.choose({ tabId: 'a', sql: '  select 1\n' }, { chart: pie });
  first.moveTab('a', '7');
  const { choices } = createChartChoices(storage, 1).store.getState();
  expect(findChoice(choices, { tabId: '7', sql: 'select 1' })).toMatchObject({ isShown: true, chart: pie });
  expect(findChoice(choices, { tabId: '7', sql: 'select 2' })).toBeUndefined();
  expect(findChoice(choices, { tabId: 'a', sql: 'select 1' })).toBeUndefined();
  expect(createChartChoices(storage, 2).store.getState().choices).toEqual([]);
  for (let at = 0; at < 300; at += 1) first.choose({ tabId: 'b', sql: `select ${at}` }, { isShown: true });
  expect(first.store.getState().choices).toHaveLength(100);
});

it('begins anew where what was kept is not its own', () => {
  const storage = memory();
  storage.setItem('powerset.sql-editor.charts.1', '[{"tabId":"a","sql":"x","isShown":true,"chart":{"y":1}},7]');
  expect(createChartChoices(storage, 1).store.getState().choices).toEqual([]);
  storage.setItem('powerset.sql-editor.charts.1', '{');
  expect(createChartChoices(storage, 1).store.getState().choices).toEqual([]);
});
