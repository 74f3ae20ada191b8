import Type, { type TSchema } from 'typebox';

/** A value, or null where there is none. */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** What a caller may leave out, or send as null. */
export const optional = <S extends TSchema>(schema: S) => Type.Optional(nullable(schema));

export const optionalText = (maxLength: number) => optional(Type.String({ maxLength }));
export const optionalFlag = optional(Type.Boolean());
export const optionalInteger = optional(Type.Integer());

/** Ids of what something belongs to. */
export const someIds = Type.Optional(Type.Array(Type.Integer(), { maxItems: 1000 }));

/**
 * When the caller's version was saved (epoch seconds), as its reading said; when somebody saved since, the answer is 409.
 * Without it, what others saved since is overwritten.
 */
export const lastRead = { last_modified_time: optional(Type.Number()) };
