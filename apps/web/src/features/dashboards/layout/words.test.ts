import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeLanguage, startTranslator, t } from '../../../i18n/language.ts';
import { nameOf, newNode, nodeTypes, readLayout } from './index.ts';

afterAll(() => changeLanguage('en'));

beforeAll(async () => {
  await startTranslator('en');
  await changeLanguage('de');
});

it('calls a part by its own name, else by its type in the reader’s language', () => {
  expect(nameOf(newNode('ROW', 'ROW-1'), t)).toBe('Zeile');
  expect(nameOf(newNode('COLUMN', 'COLUMN-1'), t)).toBe('Spalte');
  expect(nameOf(newNode('TAB', 'TAB-1', { text: 'Sales' }), t)).toBe('Sales');
  for (const type of nodeTypes) {
    const name = nameOf({ ...newNode(type, 'x'), meta: {} }, t);
    expect([type, name !== '' && name !== type.toLowerCase()]).toEqual([type, true]);
  }
});

it('says in the reader’s language what was wrong with a layout', () => {
  const { problems } = readLayout(
    JSON.stringify({
      ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['nothing'] },
      'ROW-1': { type: 'ROW', id: 'ROW-1', children: [] },
      'CHART-1': { type: 'CHART', id: 'CHART-1', children: [], meta: { chartId: 1 } },
      'WIDGET-1': { type: 'WIDGET', id: 'WIDGET-1' },
    }),
    (type) => `${type}-new`,
  );
  expect(problems.map(({ text, values }) => t(text, values))).toEqual([
    'Der Teil WIDGET-1 ist nicht lesbar.',
    'Das Layout hat keinen Anfang.',
    'Teile ohne Platz, ans Ende gestellt: 1.',
  ]);
});
