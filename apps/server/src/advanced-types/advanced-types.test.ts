import type { QueryObject } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { convertValues, findAdvancedType, translateFilters } from './index.ts';

const convert = (name: string, ...values: readonly unknown[]) => {
  const type = findAdvancedType(name);
  if (!type) throw new Error(name);
  return convertValues(type, values);
};

describe('typed values of advanced types', () => {
  it('are ports by number or by the name of their service [API-070]', () => {
    expect(convert('port', 'http', '8088')).toMatchObject({
      values: [80, 8088],
      display_value: '80,8088',
      error_message: '',
    });
    expect(convert('port', 'http').valid_filter_operators).toEqual(['==', '>=', '>', 'IN', '<', '<=']);
  });

  it.each(['65536', 'htp', '-1', ''])('are no port: %s', (text) => {
    expect(convert('port', text).error_message).toBe(`'${text}' does not appear to be a port name or number`);
  });

  it.each([
    ['1.1.1.1', 16_843_009],
    ['0.0.0.0', 0],
    ['255.255.255.255', 4_294_967_295],
    ['10.0.0.0/8', { start: 167_772_160, end: 184_549_375 }],
    ['10.1.2.3/32', 167_838_211],
    ['::1', 1],
    ['2001:db8::', '42540766411282592856903984951653826560'],
    ['::/127', { start: 0, end: 1 }],
  ])('are internet addresses and networks: %s', (text, value) => {
    expect(convert('internet address', text).values).toEqual([value]);
  });

  it.each(['1.1.1', '1.1.1.256', '01.1.1.1', '1.1.1.1/33', '1.1.1.1/8/8', ':::', '1::2::3', 'g::', '1:2:3:4:5:6:7'])(
    'are no internet address: %s',
    (text) => {
      expect(convert('internet address', text)).toMatchObject({
        values: [],
        error_message: `'${text}' does not appear to be an IPv4 or IPv6 network`,
      });
    },
  );
});

describe('filters on columns of advanced types', () => {
  const columns = [
    { column_name: 'ip', advanced_data_type: 'internet address' },
    { column_name: 'port', advanced_data_type: 'port' },
    { column_name: 'city', advanced_data_type: null },
  ];
  const translate = (...filters: NonNullable<QueryObject['filters']>) => translateFilters({ filters }, columns).filters;

  it('compare with what is stored', () => {
    expect(translate({ col: 'port', op: 'IN', val: ['http', 'https'] })).toEqual([
      { col: 'port', op: 'IN', val: [80, 443] },
    ]);
    expect(translate({ col: 'ip', op: '==', val: '10.0.0.0/8' })).toEqual([
      { col: 'ip', op: '>=', val: 167_772_160 },
      { col: 'ip', op: '<=', val: 184_549_375 },
    ]);
    expect(translate({ col: 'ip', op: '>', val: '10.0.0.0/8' })).toEqual([{ col: 'ip', op: '>', val: 184_549_375 }]);
    expect(translate({ col: 'ip', op: 'IN', val: ['10.0.0.0/31'] })).toEqual([
      { col: 'ip', op: 'IN', val: [167_772_160, 167_772_161] },
    ]);
  });

  it('leave other columns and tests for null alone', () => {
    const filters = [
      { col: 'city', op: '==', val: 'http' },
      { col: 'port', op: 'IS NULL' },
    ];
    expect(translate(...filters)).toEqual(filters);
  });

  it('say what cannot be', () => {
    expect(() => translate({ col: 'port', op: '==', val: 'nope' })).toThrow('port name or number');
    expect(() => translate({ col: 'ip', op: 'IN', val: ['10.0.0.0/8'] })).toThrow('at most 4096');
  });
});
