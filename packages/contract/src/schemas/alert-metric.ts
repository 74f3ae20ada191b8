import Type, { type Static } from 'typebox';
import { nullable, optionalText } from './fields.ts';
import { AdhocMetric } from './query-objects.ts';

/** A metric that is no saved one; what is written of it has a bound. */
const WrittenMetric = Type.Object(
  {
    expressionType: AdhocMetric.properties.expressionType,
    aggregate: AdhocMetric.properties.aggregate,
    column: Type.Optional(
      nullable(Type.Object({ column_name: Type.String({ maxLength: 1000 }) }, { additionalProperties: false })),
    ),
    sqlExpression: optionalText(10_000),
    label: optionalText(1000),
    hasCustomLabel: AdhocMetric.properties.hasCustomLabel,
    optionName: optionalText(200),
  },
  { additionalProperties: false },
);

/** Ours: what an alert compares in the place of a query's answer. A metric of a dataset, over the rows that it says. */
export const AlertMetric = Type.Object(
  {
    dataset: Type.Integer(),
    metric: Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), WrittenMetric]),
    /** Of the dataset's main time column. */
    time_range: optionalText(1000),
    /** A condition of SQL that rows must meet. */
    where: optionalText(10_000),
  },
  { additionalProperties: false },
);
export type AlertMetric = Static<typeof AlertMetric>;
