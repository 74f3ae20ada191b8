import Type from 'typebox';
import type { Wire } from '../endpoints.ts';

/** What a column's values are, as far as drawing and formatting care. */
export const ColumnType = Type.Union([
  Type.Literal('number'),
  Type.Literal('string'),
  Type.Literal('temporal'),
  Type.Literal('boolean'),
]);
export type ColumnType = Wire<typeof ColumnType>;

/** How one cell travels in JSON: a bigint as a decimal string inside a number column. */
export const WireValue = Type.Union([Type.Number(), Type.String(), Type.Boolean(), Type.Null()]);
export type WireValue = Wire<typeof WireValue>;

export const WireColumn = Type.Object({
  name: Type.String(),
  type: ColumnType,
  nativeType: Type.String(),
  values: Type.Array(WireValue),
});
export type WireColumn = Wire<typeof WireColumn>;

export const WireTable = Type.Object({
  columns: Type.Array(WireColumn),
  rowCount: Type.Number(),
  isExact: Type.Optional(Type.Boolean()),
});
export type WireTable = Wire<typeof WireTable>;
