import { userNamePattern } from '@powerset/contract';
import Type from 'typebox';
import { expect, it } from 'vitest';
import { AppError } from './app-error.ts';
import { compileReader } from './validation.ts';

it('says of a field that was left empty that it is empty, and nothing else', () => {
  const read = compileReader(
    Type.Object({ username: Type.String({ minLength: 1, pattern: userNamePattern }) }),
    'json',
  );
  const problemOf = (username: string) => {
    try {
      read({ username });
    } catch (error) {
      return error instanceof AppError ? error.options.fields : error;
    }
    return null;
  };
  expect(problemOf('')).toEqual({ username: ['Must not be empty.'] });
  expect(problemOf('a b')).toEqual({ username: ['Must have no spaces or slashes.'] });
  expect(problemOf('ada')).toBeNull();
});

it('names all words of a list to whoever sends another, whatever else is in the record', () => {
  const word = Type.Union([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => Type.Literal(letter)));
  const names = Array.from({ length: 30 }, (_none, at) => `field_${at}`);
  const read = compileReader(
    Type.Object({
      one: Type.Union([word, Type.Null()]),
      ...Object.fromEntries(names.map((name) => [name, Type.String()])),
    }),
    'json',
  );
  const fieldsOf = (body: object) => {
    try {
      read(body);
    } catch (error) {
      return error instanceof AppError ? (error.options.fields ?? {}) : {};
    }
    return {};
  };
  const texts = Object.fromEntries(names.map((name) => [name, '']));
  expect(fieldsOf({ ...texts, one: 'nope' })).toEqual({
    one: [`Must be one of: ${[...'abcdefghijklmnopqrstuvwxyz'].join(', ')}.`],
  });
});
