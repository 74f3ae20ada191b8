import Type from 'typebox';
import { singleLinePattern } from '../names.ts';

/** A name that people give, of at least one letter. Names that come from a database are taken as they are. */
export const givenName = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: singleLinePattern });
