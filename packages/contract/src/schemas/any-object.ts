import Type from 'typebox';

/**
 * An object of which the contract knows no field: `Record<string, unknown>`. A record's schema would look at the name of each
 * field, which takes 20 ms for the longest body.
 */
export const anyObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));
