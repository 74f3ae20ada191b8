import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooMuch, parseJson } from './index.ts';

describe('JSON from outside', () => {
  it.each([
    ['lists', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['closed lists', `${'['.repeat(101)}${']'.repeat(101)}`],
    ['lists after texts with brackets and quotes', `["\\"]]]]", ${'['.repeat(101)}`],
  ])('is not read deeper than a hundred levels: %s', (_what, text) => {
    expect(findTooMuch(text)).toBe('Must not be nested deeper than 100 levels.');
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });

  it('holds a hundred thousand values at most', () => {
    expect(findTooMuch(`[${'1,'.repeat(100_000)}1]`)).toBe('Must not hold more than 100000 values.');
    expect(findTooMuch(`[${'1,'.repeat(90_000)}1]`)).toBeNull();
  });

  it('may hold any text', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string(), (value, text) => {
        const document = { [`${text}[[[{{{`]: [value, `${'['.repeat(500)}\\`, '\\"[['.repeat(200)] };
        expect(parseJson(JSON.stringify(document))).toEqual(JSON.parse(JSON.stringify(document)));
      }),
    );
  });
});
