import Type, { type TSchema } from 'typebox';
import type { DescribedEndpoint, RawAnswer, Wire } from '../endpoints.ts';
import { anyObject } from './any-object.ts';

/** An answer that is a file, a page or a stream. */
export function raw(mediaType: string, description: string): RawAnswer {
  return { mediaType, description };
}

/** A stream of JSON lines. */
export const linesOf = <S extends TSchema>(item: S, description: string) => ({
  mediaType: 'application/x-ndjson',
  description,
  item,
});

/** A stream of server-sent events, by their names; those without one stand under ''. */
export const eventsOf = <Events extends Readonly<Record<string, TSchema>>>(events: Events, description: string) => ({
  mediaType: 'text/event-stream',
  description,
  events,
});

/** An answer without a body. */
export function empty(description: string): RawAnswer {
  return { mediaType: null, description };
}

/** `{result}`. */
export const resultOf = <S extends TSchema>(schema: S) => Type.Object({ result: schema });

/** `{id, result}`: one object that was read, made or changed. */
export const itemOf = <S extends TSchema>(schema: S) => Type.Object({ id: Type.Integer(), result: schema });

/** The same of an object that is read alone, and what its fields are called. */
export const shownOf = <S extends TSchema>(schema: S) =>
  Type.Object({
    id: Type.Integer(),
    result: chosenOf(schema),
    show_columns: Type.Array(Type.String()),
    label_columns: Type.Record(Type.String(), Type.String()),
    description_columns: Type.Record(Type.String(), Type.String()),
    show_title: Type.String(),
  });

/** Of each object in it the fields that were asked for; all of them unless `q` chose some, so the type promises all. */
export const chosenOf = <S extends TSchema>(schema: S) => Type.Unsafe<Wire<S>>(withoutRequired(schema));

function withoutRequired(schema: TSchema): TSchema {
  const { required: _all, ...rest } = schema as TSchema & { required?: readonly string[] };
  const { properties, items, anyOf } = rest as {
    properties?: Readonly<Record<string, TSchema>>;
    items?: TSchema | readonly TSchema[];
    anyOf?: readonly TSchema[];
  };
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutRequired(field)]);
  return {
    ...rest,
    ...(properties ? { properties: Object.fromEntries(fields) } : {}),
    ...(items && !Array.isArray(items) ? { items: withoutRequired(items as TSchema) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withoutRequired) } : {}),
  };
}

/** A page of a list. */
export const listOf = <S extends TSchema>(schema: S) =>
  Type.Object({
    count: Type.Integer(),
    ids: Type.Array(Type.Integer()),
    result: Type.Array(chosenOf(schema)),
    list_columns: Type.Optional(Type.Array(Type.String())),
    order_columns: Type.Optional(Type.Array(Type.String())),
    label_columns: Type.Optional(Type.Record(Type.String(), Type.String())),
    description_columns: Type.Optional(Type.Record(Type.String(), Type.String())),
    list_title: Type.Optional(Type.String()),
  });

/** A field of a form, with its type as the reference calls it. */
const FormField = Type.Object({
  name: Type.String(),
  label: Type.String(),
  description: Type.String(),
  type: Type.String(),
  required: Type.Boolean(),
  unique: Type.Boolean(),
});

/** What the caller may do with a resource; `keys` of the query picks parts of it. */
export const ResourceInfo = chosenOf(
  Type.Object({
    permissions: Type.Array(Type.String()),
    add_columns: Type.Array(FormField),
    edit_columns: Type.Array(FormField),
    filters: Type.Record(Type.String(), Type.Array(Type.Object({ name: Type.String(), operator: Type.String() }))),
    add_title: Type.String(),
    edit_title: Type.String(),
  }),
);
export type ResourceInfo = Wire<typeof ResourceInfo>;

/** Values of a relation, for filters and pickers. */
export const RelatedValues = Type.Object({
  count: Type.Integer(),
  result: Type.Array(
    Type.Object({
      value: Type.Union([Type.Integer(), Type.String()]),
      text: Type.String(),
      extra: Type.Optional(anyObject),
    }),
  ),
});
export type RelatedValues = Wire<typeof RelatedValues>;

/** Different values of a column, for filters. */
export const DistinctValues = Type.Object({
  count: Type.Integer(),
  result: Type.Array(Type.Object({ value: Type.String(), text: Type.String() })),
});
export type DistinctValues = Wire<typeof DistinctValues>;

export const Message = Type.Object({ message: Type.String() });

/** It was done, and there is nothing to tell. */
export const Done = resultOf(Type.String());

/** Of each object that was asked for, whether the caller starred it. */
export const FavoriteStatus = resultOf(Type.Array(Type.Object({ id: Type.Integer(), value: Type.Boolean() })));

/** The key under which something is kept. */
export const KeptKey = Type.Object({ key: Type.String() });

/** A lasting link and its key. */
export const Permalink = Type.Object({ key: Type.String(), url: Type.String() });

/** Statuses of the catalogue's errors that follow from what an endpoint is, and those that it adds. */
export function errorStatusesOf(endpoint: DescribedEndpoint): readonly number[] {
  const { method, access, path, params, query, body, errors = [] } = endpoint;
  const isChange = method !== 'GET';
  const isLocked = body !== undefined && 'last_modified_time' in ((body as { properties?: object }).properties ?? {});
  const all = [
    ...(isChange || params || query ? [400] : []),
    // A bearer token that is none is refused everywhere, and who guesses API keys waits.
    ...[401, 429],
    ...(isChange || access !== 'public' ? [403] : []),
    ...(path.includes(':') || method === 'DELETE' ? [404] : []),
    ...(isLocked ? [409] : []),
    ...(isChange ? [408, 413, 422] : []),
    ...errors,
  ];
  const own = Object.keys(endpoint.answers).map(Number);
  return [...new Set(all)].filter((status) => !own.includes(status)).sort((one, other) => one - other);
}
