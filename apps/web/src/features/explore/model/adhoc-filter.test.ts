import { describe, expect, it } from 'vitest';
import {
  type AdhocFilter,
  arityOf,
  canSaveFilter,
  describeFilter,
  type FilterSubject,
  havingOperators,
  isFilterValid,
  narrowOperators,
  newFilter,
  operatorIds,
  operatorsFor,
  operatorTexts,
  readFilters,
  toSqlText,
  unaryOperators,
  withOperator,
  withSubject,
} from './adhoc-filter.ts';

const column = (name: string, type: FilterSubject['type'], nativeType = 'VARCHAR'): FilterSubject => ({
  name,
  type,
  nativeType,
  isExpression: false,
});
const text = column('country', 'string');
const time = column('ordered_at', 'temporal', 'TIMESTAMP');
const flag = column('is_gift', 'boolean', 'BOOLEAN');
const integer = column('quantity', 'number', 'INTEGER');
const decimal = column('price', 'number', 'DOUBLE');
const filterOf = (change: Partial<AdhocFilter>): AdhocFilter => ({ ...newFilter, isNew: false, ...change });
const inFilter = filterOf({ subject: 'country', operatorId: 'IN', operator: 'IN', comparator: ['DE'] });

describe('operators', () => {
  it('are the sixteen of the specification [AHF-024]', () => {
    expect(operatorIds).toEqual([
      'EQUALS',
      'NOT_EQUALS',
      'LESS_THAN',
      'LESS_THAN_OR_EQUAL',
      'GREATER_THAN',
      'GREATER_THAN_OR_EQUAL',
      'IN',
      'NOT_IN',
      'LIKE',
      'ILIKE',
      'IS_NOT_NULL',
      'IS_NULL',
      'LATEST_PARTITION',
      'IS_TRUE',
      'IS_FALSE',
      'TEMPORAL_RANGE',
    ]);
    expect(operatorTexts.NOT_IN.operation).toBe('NOT IN');
  });

  it('offer a time range for times only [AHF-018]', () => {
    expect(operatorsFor(time)).toContain('TEMPORAL_RANGE');
    expect(operatorsFor(text)).not.toContain('TEMPORAL_RANGE');
    expect(operatorsFor(undefined)).not.toContain('TEMPORAL_RANGE');
  });

  it('offer true and false for booleans, integers and expressions only [AHF-019]', () => {
    for (const subject of [flag, integer, { ...text, isExpression: true }])
      expect(operatorsFor(subject)).toEqual(expect.arrayContaining(['IS_TRUE', 'IS_FALSE']));
    for (const subject of [text, decimal, time]) expect(operatorsFor(subject)).not.toContain('IS_TRUE');
  });

  it('offer booleans only null tests besides [AHF-020]', () => {
    expect(new Set(operatorsFor(flag))).toEqual(new Set(['IS_TRUE', 'IS_FALSE', 'IS_NULL', 'IS_NOT_NULL']));
  });

  it('offer the latest partition on the partition column only [AHF-021]', () => {
    expect(operatorsFor(text)).not.toContain('LATEST_PARTITION');
    expect(operatorsFor({ ...text, isPartition: true })).toContain('LATEST_PARTITION');
  });

  it('offer HAVING six comparisons only [AHF-022]', () => {
    expect(operatorsFor(decimal, 'HAVING')).toEqual(havingOperators);
    expect(havingOperators).toHaveLength(6);
  });

  it('know which take no value [AHF-023]', () => {
    expect(new Set(unaryOperators)).toEqual(
      new Set(['IS_NULL', 'IS_NOT_NULL', 'LATEST_PARTITION', 'IS_TRUE', 'IS_FALSE']),
    );
  });
});

describe('choosing a subject', () => {
  it('keeps an operator that the new column allows [AHF-006]', () => {
    const like = filterOf({ subject: 'country', operatorId: 'LIKE', operator: 'LIKE', comparator: 'D%' });
    const other = withSubject(like, column('city', 'string'));
    expect(other).toMatchObject({ subject: 'city', operatorId: 'LIKE' });
    // A value of another column means nothing here.
    expect(other.comparator).toBeUndefined();
    expect(withSubject(like, text).comparator).toBe('D%');
  });

  it('lets groups be compared alone, whatever a column allows [AHF-006]', () => {
    const liked = filterOf({ clause: 'HAVING', subject: 'country', operatorId: 'LIKE', operator: 'LIKE' });
    expect(withSubject(liked, column('city', 'string'))).toMatchObject({ subject: 'city', operatorId: 'EQUALS' });
  });

  it('goes back to IN without a value when it does not [AHF-006] [AHF-007]', () => {
    const ranged = withSubject(newFilter, time);
    const next = withSubject(ranged, text);
    expect(next).toMatchObject({ subject: 'country', operatorId: 'IN', operator: 'IN' });
    expect(next.comparator).toBeUndefined();
  });

  it('gives times a time range [AHF-008]', () => {
    expect(withSubject(inFilter, time)).toMatchObject({ operatorId: 'TEMPORAL_RANGE', comparator: 'No filter' });
  });
});

describe('choosing an operator', () => {
  it('makes the value of IN and NOT IN a list [AHF-009]', () => {
    const equal = filterOf({ subject: 'country', operatorId: 'EQUALS', comparator: 'DE' });
    expect(withOperator(equal, 'IN').comparator).toEqual(['DE']);
    expect(withOperator(equal, 'NOT_IN').comparator).toEqual(['DE']);
  });

  it('makes the value of others single [AHF-010]', () => {
    expect(withOperator(inFilter, 'EQUALS').comparator).toBe('DE');
  });

  it('sets true and false [AHF-011]', () => {
    expect(withOperator(inFilter, 'IS_TRUE').comparator).toBe(true);
    expect(withOperator(inFilter, 'IS_FALSE').comparator).toBe(false);
  });
});

describe('a filter that may be saved', () => {
  it('has a subject and an operator [AHF-013]', () => {
    expect(isFilterValid(filterOf({ operatorId: 'IS_NULL' }))).toBe(false);
    expect(isFilterValid(filterOf({ subject: 'a' }))).toBe(false);
  });

  it('needs nothing else for null tests [AHF-014]', () => {
    expect(isFilterValid(filterOf({ subject: 'a', operatorId: 'IS_NULL' }))).toBe(true);
    expect(isFilterValid(filterOf({ subject: 'a', operatorId: 'IS_NOT_NULL' }))).toBe(true);
  });

  it('needs a value for true and false, which the operator sets [AHF-015]', () => {
    expect(isFilterValid(filterOf({ subject: 'a', operatorId: 'IS_TRUE' }))).toBe(false);
    expect(isFilterValid(withOperator(filterOf({ subject: 'a' }), 'IS_TRUE'))).toBe(true);
    expect(isFilterValid(withOperator(filterOf({ subject: 'a' }), 'IS_FALSE'))).toBe(true);
  });

  it.each([
    [undefined, false],
    [null, false],
    ['', false],
    [[], false],
    [['x'], true],
    ['x', true],
    [0, true],
  ])('compares with %j: %s [AHF-016]', (comparator, isValid) => {
    const operatorId = Array.isArray(comparator) ? 'IN' : 'EQUALS';
    expect(isFilterValid(filterOf({ subject: 'a', operatorId, comparator }))).toBe(isValid);
  });

  it('as SQL has an expression and a clause [AHF-017]', () => {
    expect(isFilterValid(filterOf({ expressionType: 'SQL', sqlExpression: ' ' }))).toBe(false);
    expect(isFilterValid(filterOf({ expressionType: 'SQL', sqlExpression: 'a > 1' }))).toBe(true);
  });

  it('is new or differs from what it was [AHF-005]', () => {
    expect(canSaveFilter(inFilter, inFilter)).toBe(false);
    expect(canSaveFilter({ ...inFilter, comparator: ['DE', 'AT'] }, inFilter)).toBe(true);
    expect(canSaveFilter({ ...inFilter, comparator: [] }, inFilter)).toBe(false);
    expect(canSaveFilter(inFilter, { ...inFilter, isNew: true })).toBe(true);
    expect(canSaveFilter(inFilter, inFilter, true)).toBe(true);
  });
});

describe('a filter in words', () => {
  const words = (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => String(values[name]));

  it('names column, comparison and values', () => {
    expect(describeFilter({ ...inFilter, comparator: ['a', 'b', 'c'] }, words)).toMatchObject({
      name: 'country',
      symbol: 'in',
      value: '3 values',
    });
    expect(describeFilter(withSubject(newFilter, time), words)).toMatchObject({ isTime: true, value: 'No filter' });
  });

  it('becomes SQL with quotes doubled', () => {
    expect(toSqlText({ ...inFilter, comparator: ["O'Hara", null] })).toBe("country IN ('O''Hara', NULL)");
    expect(toSqlText(filterOf({ subject: 'a', operatorId: 'EQUALS', comparator: 1 }))).toBe('a = 1');
  });

  it('is read from what forms hold, with the operator id of old ones [AHF-001]', () => {
    const [filter] = readFilters([
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'a', operator: 'not in', comparator: [1], isExtra: true },
      'damaged',
    ]);
    expect(filter).toMatchObject({ operatorId: 'NOT_IN', subject: 'a', comparator: [1], isExtra: true });
  });
});

describe('operations of queries', () => {
  it('compare with no value, with one or with a list [AHF-025]', () => {
    const one = ['==', '!=', '>', '<', '>=', '<=', 'ILIKE', 'LIKE', 'REGEX', 'TEMPORAL_RANGE'];
    expect(['IS NULL', 'IS NOT NULL'].map(arityOf)).toEqual(['none', 'none']);
    expect(one.map(arityOf)).toEqual(one.map(() => 'one'));
    expect(['IN', 'NOT IN'].map(arityOf)).toEqual(['list', 'list']);
    expect(arityOf('ANYTHING')).toBeUndefined();
  });

  it('offer no REGEX anywhere, a time range for times in the simple tab, and give true and false their value [AHF-032]', () => {
    const subject = (type: FilterSubject['type']): FilterSubject => ({
      name: 'a',
      type,
      nativeType: null,
      isExpression: true,
    });
    for (const type of ['string', 'number', 'temporal', 'boolean'] as const)
      expect(operatorsFor(subject(type)).map((id) => operatorTexts[id].operation)).not.toContain('REGEX');
    expect(operatorsFor(subject('temporal'))).toContain('TEMPORAL_RANGE');
    expect(operatorsFor(subject('string'))).not.toContain('TEMPORAL_RANGE');
    const timed = withSubject(newFilter, subject('temporal'));
    expect(timed).toMatchObject({ expressionType: 'SIMPLE', operator: 'TEMPORAL_RANGE', comparator: 'No filter' });
    const truth = withOperator(withSubject(newFilter, subject('boolean')), 'IS_TRUE');
    expect(isFilterValid(truth)).toBe(true);
    expect(truth.comparator).toBe(true);
  });

  it('are narrowed to those that a value of an advanced type allows [AHF-028]', () => {
    expect(narrowOperators(['EQUALS', 'LIKE', 'IN'], ['==', 'IN'])).toEqual(['EQUALS', 'IN']);
    expect(narrowOperators(['EQUALS', 'LIKE'], undefined)).toEqual(['EQUALS', 'LIKE']);
  });

  it('turn a filter on the latest partition into SQL; a time range stays simple, to be edited again [AHF-012]', () => {
    const filter = withOperator({ ...newFilter, subject: 'day' }, 'LATEST_PARTITION');
    expect(filter).toMatchObject({ expressionType: 'SQL', clause: 'WHERE' });
    expect(filter.sqlExpression).toContain('day = ');
    const ranged = withOperator({ ...newFilter, subject: 'day' }, 'TEMPORAL_RANGE');
    expect(ranged).toMatchObject({ expressionType: 'SIMPLE', operator: 'TEMPORAL_RANGE' });
  });
});
