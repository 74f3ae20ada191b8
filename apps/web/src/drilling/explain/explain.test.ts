import type { ChartForm } from '@powerset/chart-kit';
import type { QueryMetric, ResultTable } from '@powerset/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslator, translator } from '../../i18n/language.ts';
import { subjectOf } from '../subject-for-tests.ts';
import { comparisonsFor } from './comparisons.ts';
import { comparedPeriod, periodBefore, readPeriod, writePeriod } from './periods.ts';
import {
  groupedColumns,
  isIdentifier,
  isMeasured,
  measureOf,
  metricsOfSubject,
  mostValues,
  ownTime,
  reasonOf,
  reasonQueries,
  wholeOf,
} from './reasons.ts';
import { wordsOf } from './words.ts';

const revenue = { expressionType: 'SQL', sqlExpression: 'SUM(revenue)', label: 'revenue' } as const;

const line: ChartForm = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'ordered_at',
  time_grain_sqla: 'P1M',
  groupby: ['channel'],
  metrics: [revenue, 'margin'],
  adhoc_filters: [
    {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: 'ordered_at',
      operator: 'TEMPORAL_RANGE',
      comparator: 'Last year',
    },
    { expressionType: 'SQL', clause: 'WHERE', sqlExpression: 'revenue > 0' },
    { expressionType: 'SQL', clause: 'HAVING', sqlExpression: 'SUM(revenue) > 5' },
  ],
};

const periodOf = (text: string) => readPeriod(text)!;
const textOf = (period: ReturnType<typeof readPeriod>) => period && writePeriod(period);
const march = periodOf('2026-03-01T00:00:00 : 2026-04-01T00:00:00');

describe('the periods of a change', () => {
  it('are followed by one of the same length, months by their days', () => {
    expect(textOf(periodBefore(march))).toBe('2026-02-01T00:00:00 : 2026-03-01T00:00:00');
    expect(textOf(periodBefore(periodOf('2026-01-01 : 2026-04-01')))).toBe('2025-10-01T00:00:00 : 2026-01-01T00:00:00');
    expect(textOf(periodBefore(periodOf('2026-03-09 : 2026-03-16')))).toBe('2026-03-02T00:00:00 : 2026-03-09T00:00:00');
    expect(textOf(periodBefore(periodOf('2026-03-01T05:00:00 : 2026-03-01T06:00:00')))).toBe(
      '2026-03-01T04:00:00 : 2026-03-01T05:00:00',
    );
    expect([readPeriod('Last year'), readPeriod('2026-04-01 : 2026-03-01')]).toEqual([null, null]);
  });

  it('are those that the chart compares, in whatever words', () => {
    expect(textOf(comparedPeriod(march, '1 year ago'))).toBe('2025-03-01T00:00:00 : 2025-04-01T00:00:00');
    expect(textOf(comparedPeriod(march, '28 days ago'))).toBe('2026-02-01T00:00:00 : 2026-03-04T00:00:00');
    expect(textOf(comparedPeriod(march, '2025-12-01'))).toBe('2025-12-01T00:00:00 : 2026-01-01T00:00:00');
    expect(comparedPeriod(march, 'some day')).toBeNull();
    const keys = (form: object, isPoint = true) =>
      comparisonsFor({ viz_type: 'x', ...form }, { period: march, first: null, isPoint }).map(({ key }) => key);
    expect(keys({ time_compare: '1 quarter ago' })).toEqual(['chart', 'before', 'year']);
    expect(keys({ time_compare: ['inherit'] })).toEqual(['chart', 'year']);
    expect(keys({ compare_lag: '12' })).toEqual(['chart', 'before']);
    // A lag counts points, and all that a chart shows is none.
    expect(keys({ compare_lag: '12' }, false)).toEqual(['before', 'year']);
  });
});

describe('the questions for reasons', () => {
  it('ask for a number by one column in both periods, with the conditions of the chart and the mark', async () => {
    const subject = await subjectOf(line);
    const change = { column: 'ordered_at', before: periodBefore(march), after: march };
    const web = { column: 'channel', op: 'IN', values: ['Web'], label: 'Web' } as const;
    const queries = reasonQueries({ subject, filters: [web], change, metrics: [revenue], dimension: 'country' });
    expect(queries.map(({ filters }) => filters?.at(-1))).toEqual([
      { col: 'ordered_at', op: 'TEMPORAL_RANGE', val: '2026-02-01T00:00:00 : 2026-03-01T00:00:00' },
      { col: 'ordered_at', op: 'TEMPORAL_RANGE', val: '2026-03-01T00:00:00 : 2026-04-01T00:00:00' },
    ]);
    for (const query of queries) {
      expect(query).toMatchObject({ columns: ['country'], metrics: [revenue], row_limit: mostValues });
      expect(query.filters).toHaveLength(2);
      expect(query.filters?.[0]).toMatchObject({ col: 'channel', op: 'IN', val: ['Web'] });
      expect(query.extras?.where).toContain('revenue > 0');
      expect(query.extras).not.toHaveProperty('having');
      expect(query).not.toHaveProperty('post_processing');
    }
    expect(ownTime(subject)).toEqual({ column: 'ordered_at', range: 'Last year' });
    expect(metricsOfSubject(subject)).toEqual([revenue, 'margin']);
  });

  it('ask for both sides of ratios, and say of distinct counts and extremes that they have no parts', () => {
    const sides = (metric: QueryMetric, expressions = {}) => {
      const measure = measureOf(metric, expressions);
      return measure.kind === 'whole' ? null : measure.metrics.length;
    };
    const simple = (aggregate: 'AVG' | 'SUM' | 'COUNT_DISTINCT' | 'MAX') =>
      ({ expressionType: 'SIMPLE', aggregate, column: { column_name: 'revenue' }, label: 'x' }) as const;
    expect([simple('AVG'), simple('SUM'), simple('COUNT_DISTINCT'), simple('MAX')].map((one) => sides(one))).toEqual([
      3,
      1,
      null,
      null,
    ]);
    expect(sides('margin', { margin: 'SUM(profit) / SUM(revenue)' })).toBe(3);
    expect(sides('buyers', { buyers: 'COUNT(DISTINCT customer_id)' })).toBeNull();
    expect(sides('unknown')).toBe(1);
  });
});

function tableOf(keys: readonly string[], values: readonly number[]): ResultTable {
  return {
    columns: [
      { name: 'country', type: 'string', nativeType: '', values: keys },
      { name: 'revenue', type: 'number', nativeType: '', values },
    ],
    rowCount: keys.length,
  };
}

const totalOf = (value: number): ResultTable => ({
  columns: [{ name: 'revenue', type: 'number', nativeType: '', values: [value] }],
  rowCount: 1,
});

describe('a column as a reason', () => {
  it('is what its values did, those that came or went among them', () => {
    const whole = wholeOf([totalOf(30), totalOf(45)], [revenue]);
    const reason = reasonOf([tableOf(['FR', 'DE'], [10, 20]), tableOf(['DE', 'IT'], [20, 25])], [revenue], whole);
    expect(reason.kind === 'explained' && reason.contributions.map(({ key, change }) => [key, change])).toEqual([
      ['IT', 25],
      ['FR', -10],
      ['DE', 0],
    ]);
  });

  it('is none where its parts are not the whole, or where there are too many', () => {
    const whole = wholeOf([totalOf(30), totalOf(45)], [revenue]);
    expect(reasonOf([tableOf(['FR'], [40]), tableOf(['FR'], [45])], [revenue], whole).kind).toBe('unsplit');
    const keys = Array.from({ length: mostValues }, (_, index) => `C${index}`);
    const many = tableOf(
      keys,
      keys.map(() => 1),
    );
    expect(reasonOf([many, many], [revenue], whole).kind).toBe('many');
    expect(reasonOf([], [revenue], whole).kind).toBe('failed');
  });

  it('is no amount, unless the chart groups by it, and nothing that tells rows apart', async () => {
    const numbers = (values: readonly number[]): ResultTable => ({
      columns: [{ name: 'quantity', type: 'number', nativeType: '', values }],
      rowCount: values.length,
    });
    expect([isMeasured([numbers([1, 2]), numbers([2, 3])]), isMeasured([numbers([0, 1]), numbers([1])])]).toEqual([
      true,
      false,
    ]);
    expect(isMeasured([tableOf(['FR', 'DE', 'IT'], [1, 2, 3])])).toBe(false);
    expect([...groupedColumns(await subjectOf({ ...line, groupby: ['year'] }))]).toContain('year');
    const names = ['id', 'order_id', 'customerId', 'UUID', 'paid', 'fluid', 'country', 'valid'];
    expect(names.filter(isIdentifier)).toEqual(['id', 'order_id', 'customerId', 'UUID']);
  });
});

describe('the words of a change', () => {
  beforeAll(async () => {
    if (!translator.isInitialized) await startTranslator('en');
  });

  const changes = async (form: object, values: readonly number[], locale = 'en') => {
    const { change } = wordsOf(await subjectOf({ ...line, ...form }), revenue, locale);
    return values.map(change);
  };

  it('have as many digits as the change needs, and are percentage points where rates are', async () => {
    const rates = [0.0234, 0.0004, -0.00000123, 0, 0.001];
    expect(await changes({ y_axis_format: '.1%' }, rates)).toEqual([
      '+2.3 pp',
      '+0.04 pp',
      '−0.00012 pp',
      '0 pp',
      '+0.1 pp',
    ]);
    expect(await changes({ y_axis_format: ',.0f' }, [1234.4, 0.04, -0.3, 0])).toEqual(['+1,234', '+0.04', '−0.3', '0']);
    expect(await changes({ y_axis_format: ',.2%' }, [0.00034], 'de')).toEqual(['+0,03 pp']);
  });
});
