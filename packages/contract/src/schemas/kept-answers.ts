import Type, { type Static } from 'typebox';
import { optional, optionalInteger, optionalText } from './fields.ts';

const name = Type.Optional(Type.String({ maxLength: 1000 }));

/** Datasets, by their ids or by what they stand on; those that are not there are passed over. */
export const InvalidateBody = Type.Object(
  {
    /** For example `7__table`. */
    datasource_uids: optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 })),
    datasources: optional(
      Type.Array(
        Type.Object(
          {
            database_name: name,
            datasource_name: name,
            datasource_type: Type.String({ maxLength: 100 }),
            schema: optionalText(1000),
            catalog: optionalText(1000),
          },
          { additionalProperties: false },
        ),
        { maxItems: 1000 },
      ),
    ),
  },
  { additionalProperties: false },
);
export type InvalidateBody = Static<typeof InvalidateBody>;

export const ChartWarmUpBody = Type.Object(
  {
    chart_id: Type.Integer(),
    /** Where the chart is looked at. */
    dashboard_id: optionalInteger,
    /** JSON of a list of filters `{col, op, val}`. */
    extra_filters: optionalText(100_000),
  },
  { additionalProperties: false },
);
export type ChartWarmUpBody = Static<typeof ChartWarmUpBody>;
