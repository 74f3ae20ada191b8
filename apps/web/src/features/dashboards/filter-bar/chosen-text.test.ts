import { expect, it } from 'vitest';
import { newFilter } from '../filters/index.ts';
import { chosenText } from './chosen-text.ts';

const german = { t: (text: string) => (text === 'Last year' ? 'Letztes Jahr' : text), language: 'de' };
const mask = (value: unknown, label?: string) =>
  ({ id: 'x', extraFormData: {}, filterState: { value, label } }) as unknown as Parameters<typeof chosenText>[1];

it('says on a phone what a filter is set to: ranges of time in the reader’s language, else what the filter says', () => {
  const time = { ...newFilter('x'), name: 'Order date', filterType: 'filter_time' as const };
  expect(chosenText(time, mask('Last year', 'Last year'), german)).toBe('Letztes Jahr');
  expect(chosenText(time, mask('2026-02-01 : 2026-03-01', 'then'), german)).toBe('1. Feb. 2026 – 28. Feb. 2026');
  const country = { ...time, name: 'Country', filterType: 'filter_select' as const };
  expect(chosenText(country, mask(['Italy'], 'Italy'), german)).toBe('Italy');
  expect(chosenText(country, mask(['Italy']), german)).toBe('Country');
});
