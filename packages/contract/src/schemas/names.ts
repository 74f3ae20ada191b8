import Type from 'typebox';
import { singleLinePattern, uuidPattern } from '../names.ts';

/** The UUID that an object is to have, for who moves objects between installations. */
export const givenUuid = Type.Optional(Type.Union([Type.String({ pattern: uuidPattern }), Type.Null()]));

/** A name that people give, of at least one letter. Names that come from a database are taken as they are. */
export const givenName = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: singleLinePattern });
