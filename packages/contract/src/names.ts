import Type from 'typebox';

/** One line: no signs that steer a terminal, end a line or a text. The server says so in words where it is not kept. */
export const singleLinePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';

/** A name that people give, of at least one letter. Names that come from a database are taken as they are. */
export const givenName = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: singleLinePattern });

/** An address as mail takes it, or nothing. What stands before and after the @ is for mail servers to judge. */
export const emailPattern = '^([^\\s\\u0000-\\u001f\\u007f-\\u009f@]+@[^\\s\\u0000-\\u001f\\u007f-\\u009f@]+)?$';
