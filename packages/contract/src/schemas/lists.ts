import Type, { type Static } from 'typebox';

/** One condition of a list call, as in `filters:!((col:slice_name,opr:chart_all_text,value:sales))`. */
export const ListFilter = Type.Object({ col: Type.String(), opr: Type.String(), value: Type.Unknown() });
export type ListFilter = Static<typeof ListFilter>;

/** The decoded `q` of a list call. */
export const ListQuery = Type.Object(
  {
    columns: Type.Optional(Type.Array(Type.String())),
    select_columns: Type.Optional(Type.Array(Type.String())),
    keys: Type.Optional(Type.Array(Type.String())),
    filters: Type.Optional(Type.Array(ListFilter)),
    order_column: Type.Optional(Type.String()),
    order_direction: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    page: Type.Optional(Type.Integer({ minimum: 0 })),
    page_size: Type.Optional(Type.Integer({ minimum: -1 })),
    filter: Type.Optional(Type.String()),
    include_ids: Type.Optional(Type.Array(Type.Integer())),
    force: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: true },
);
export type ListQuery = Static<typeof ListQuery>;

/** The `q` parameter: Rison or JSON text. */
export const QParameter = Type.Object({ q: Type.Optional(Type.String()) }, { additionalProperties: true });

export const IdParams = Type.Object({ id: Type.String() });

/** Of calls for the values of one column or relation. */
export const ColumnParams = Type.Object({ column: Type.String() });

/** The envelope of every list. */
export interface ListEnvelope<Row> {
  readonly count: number;
  readonly ids: readonly number[];
  readonly result: readonly Row[];
  readonly list_columns?: readonly string[];
  readonly order_columns?: readonly string[];
  readonly label_columns?: Readonly<Record<string, string>>;
  readonly description_columns?: Readonly<Record<string, string>>;
  readonly list_title?: string;
}
