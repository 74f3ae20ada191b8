import Type, { type TSchema } from 'typebox';
import type { Wire } from '../endpoints.ts';
import { nullable } from './fields.ts';

const found = <S extends TSchema>(schema: S) => Type.Object({ count: Type.Integer(), result: Type.Array(schema) });

/** Charts and dashboards that stop working without an object, as far as the caller may see them. */
export const WireDependents = Type.Object({
  charts: found(Type.Object({ id: Type.Number(), slice_name: Type.String(), viz_type: Type.String() })),
  dashboards: found(
    Type.Object({
      id: Type.Number(),
      json_metadata: Type.String(),
      slug: nullable(Type.String()),
      title: Type.String(),
    }),
  ),
});
export type WireDependents = Wire<typeof WireDependents>;

/** What stops working without a database, tabs of the SQL editor too. */
export const WireDatabaseDependents = Type.Object({
  ...WireDependents.properties,
  sqllab_tab_states: found(Type.Object({ id: Type.Number(), label: Type.String(), active: Type.Boolean() })),
});
export type WireDatabaseDependents = Wire<typeof WireDatabaseDependents>;
