import { describe, expect, it } from 'vitest';
import { changeParameter, convertValue, declarationOf, isReadable, readValue, toNumber } from './template-params.ts';

describe('the parameters of a tab', () => {
  it('keep what was written by hand, and what fields add with its type', () => {
    const byHand = '{"table": "orders", "_filters": [{"col": "a", "op": "IN", "val": [1]}]}';
    expect([readValue(byHand, 'table'), declarationOf(byHand, 'table')]).toEqual(['orders', { type: 'sql' }]);
    expect([readValue(byHand, 'region'), declarationOf(byHand, 'region')]).toEqual([undefined, null]);
    const changed = changeParameter(byHand, { name: 'region', declaration: { type: 'text' }, value: "it's" });
    expect(JSON.parse(changed ?? '')).toEqual({
      table: 'orders',
      _filters: [{ col: 'a', op: 'IN', val: [1] }],
      region: "it's",
      _parameters: { region: { type: 'text' } },
    });
    const emptied = changeParameter(changed, { name: 'region', declaration: { type: 'number' }, value: undefined });
    expect([readValue(emptied, 'region'), declarationOf(emptied, 'region')]).toEqual([undefined, { type: 'number' }]);
  });

  it('are no fields while their text is no JSON object', () => {
    expect(['{"a": 1', '[1]', '1'].map(isReadable)).toEqual([false, false, false]);
    expect([null, '', '{}'].map(isReadable)).toEqual([true, true, true]);
  });

  it('do not take names of the language for parameters', () => {
    expect([readValue('{}', 'constructor'), declarationOf('{}', 'toString')]).toEqual([undefined, null]);
  });

  it('change their type with the value that fits it', () => {
    expect(convertValue('7', 'number')).toBe(7);
    expect(convertValue('seven', 'number')).toBeUndefined();
    expect(convertValue('east', 'list')).toEqual(['east']);
    expect(convertValue(['east', 'west'], 'text')).toBe('east');
    expect(convertValue('2024-02-29', 'date')).toBe('2024-02-29');
    expect(convertValue('yesterday', 'date')).toBeUndefined();
  });

  it('hold numbers exactly', () => {
    expect(['1', '-2.50', '.5', '1e3'].map(toNumber)).toEqual([1, -2.5, 0.5, 1000]);
    expect(toNumber('12345678901234567890')).toBe('12345678901234567890');
    expect(['', '1-2', 'x', '1.2.3', '1,5'].map(toNumber)).toEqual(Array(5).fill(undefined));
  });
});
