import type { WireFigureChange, WireFigureColumn } from '@powerset/contract';
import { expect, it } from 'vitest';
import { differenceText, figureText, pairTexts, rowText, shareText } from './figure-words.ts';

const style = { grain: null, language: 'en' };
const figure = { type: 'number', format: null, currency: null } as const;

it('figures are written as their chart does, those beyond JSON and those that are none as well', () => {
  const euros = { ...figure, format: ',.1f', currency: { symbol: 'EUR', symbolPosition: 'prefix' } } as const;
  expect(figureText(1234.56, euros, style)).toBe('€1,234.6');
  expect(figureText(1_400_000, figure, style)).toBe('1.4M');
  expect(figureText('9007199254740993', { ...figure, format: '~g' }, style)).toBe('9007199254740993');
  expect([figureText('NaN', figure, style), figureText('Infinity', figure, style)]).toEqual(['NaN', '∞']);
  expect(figureText(null, figure, style)).toBeNull();
  expect(figureText('as it is', { ...figure, type: 'string' }, style)).toBe('as it is');
});

it('two figures that look alike are written to the digit in which they differ', () => {
  expect(pairTexts(1_234_567, 1_234_568, { column: figure, ...style })).toEqual(['1,234,567', '1,234,568']);
  expect(pairTexts(1_200_000, 1_400_000, { column: figure, ...style })).toEqual(['1.2M', '1.4M']);
});

it('differences and shares carry their sign', () => {
  expect([200_000, -200_000].map((value) => differenceText(value, figure, style))).toEqual(['+200k', '−200k']);
  expect(differenceText(0.001, { ...figure, format: '.1f' }, style)).toBe('+0.001');
  expect(differenceText(null, figure, style)).toBeNull();
  expect([shareText(1 / 6, style), shareText(-0.5, style), shareText(null, style)]).toEqual([
    '+16.7 %',
    '−50.0 %',
    null,
  ]);
});

it('a row is named by its values, times by their grain, nothing as nothing', () => {
  const column = (name: string, type: WireFigureColumn['type'], role: WireFigureColumn['role']): WireFigureColumn => ({
    ...{ name, type, role, label: name, in: 'both' },
    ...{ format: null, currency: null },
  });
  const columns = [
    column('day', 'temporal', 'key'),
    column('n', 'number', 'figure'),
    column('region', 'string', 'key'),
  ];
  const change: WireFigureChange = {
    ...{ kind: 'changed', key: [Date.UTC(2026, 0, 1), null], column: 'n', before: 1, after: 2 },
    ...{ difference: 1, share: 1, rows: 1 },
  };
  expect(rowText(change, columns, { ...style, grain: 'P1M' })).toBe('Jan 2026, <NULL>');
});
