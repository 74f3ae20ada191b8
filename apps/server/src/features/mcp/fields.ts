import type { QueryMetric, QueryObject } from '@powerset/contract';
import Type, { type Static } from 'typebox';

export const maxRows = 1000;

export const Id = (what: string) => Type.Integer({ minimum: 1, description: `The id of ${what}.` });
export const Name = (description: string) => Type.String({ minLength: 1, maxLength: 250, description });
export const RowLimit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: maxRows, description: `Rows at most; 100 if not given, ${maxRows} at most.` }),
);

const aggregates = ['SUM', 'COUNT', 'COUNT_DISTINCT', 'AVG', 'MIN', 'MAX'] as const;

export const Metric = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 250, description: 'The name of a metric that the dataset has.' }),
    Type.Object(
      {
        aggregate: Type.Enum(aggregates),
        column: Type.String({ minLength: 1, maxLength: 250 }),
        label: Type.Optional(Type.String({ maxLength: 250 })),
      },
      { additionalProperties: false, description: 'A column, and how its values are put together.' },
    ),
    Type.Object(
      { sql: Type.String({ minLength: 1, maxLength: 10_000 }), label: Type.String({ minLength: 1, maxLength: 250 }) },
      { additionalProperties: false, description: 'An aggregate in SQL.' },
    ),
  ],
  { description: 'A measure.' },
);
export type Metric = Static<typeof Metric>;

const operators = [
  '==',
  '!=',
  '>',
  '<',
  '>=',
  '<=',
  'LIKE',
  'ILIKE',
  'IN',
  'NOT IN',
  'IS NULL',
  'IS NOT NULL',
] as const;
const Value = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]);

export const Filter = Type.Object(
  {
    column: Type.String({ minLength: 1, maxLength: 250 }),
    op: Type.Enum(operators),
    value: Type.Optional(Type.Union([Value, Type.Array(Value, { maxItems: 1000 })])),
  },
  { additionalProperties: false, description: 'Which rows count. IN takes a list; IS NULL no value.' },
);
export type Filter = Static<typeof Filter>;

export const TimeRange = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Last month, Last 7 days, previous calendar year, or two dates: 2024-01-01 : 2024-04-01 (the end is left out).',
});
export const TimeGrain = Type.String({
  maxLength: 20,
  description: 'The width of a step in time: PT1H, P1D, P1W, P1M, P3M or P1Y.',
});

/** A measure as queries and forms name it. */
export function toMetric(metric: Metric): QueryMetric {
  if (typeof metric === 'string') return metric;
  if ('sql' in metric)
    return { expressionType: 'SQL', sqlExpression: metric.sql, label: metric.label, hasCustomLabel: true };
  const label = metric.label ?? `${metric.aggregate}(${metric.column})`;
  return {
    expressionType: 'SIMPLE',
    aggregate: metric.aggregate,
    column: { column_name: metric.column },
    label,
    hasCustomLabel: metric.label !== undefined,
  };
}

/** A condition as queries name it. */
export function toQueryFilter({ column, op, value }: Filter): NonNullable<QueryObject['filters']>[number] {
  return { col: column, op, ...(value === undefined ? {} : { val: value }) };
}

/** A condition as forms of charts keep it. */
export function toFormFilter({ column, op, value }: Filter) {
  return { expressionType: 'SIMPLE', clause: 'WHERE', subject: column, operator: op, comparator: value ?? null };
}
