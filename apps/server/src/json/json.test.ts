import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTooMuch, parseJson, somePart } from './index.ts';

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

  it('holds fifty thousand values and names at most', () => {
    expect(findTooMuch(`[${'1,'.repeat(50_000)}1]`)).toBe('Must not hold more than 50000 values and names.');
    expect(findTooMuch(`[${'1,'.repeat(49_000)}1]`)).toBeNull();
    expect(findTooMuch(`{${'"a":1,'.repeat(25_000)}"a":1}`)).toContain('50000');
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

describe('a part of a value', () => {
  const value = { a: [1, { b: 'deep' }], c: null };

  it.each(['a', 1, 'b', 'deep', 'c', null, value])('is found: %j', (wanted) => {
    expect(somePart(value, (part) => part === wanted)).toBe(true);
  });

  it('is looked for no further than to the first that passes', () => {
    const seen: unknown[] = [];
    somePart([1, 2, 3], (part) => {
      seen.push(part);
      return part === 2;
    });
    expect(seen).toEqual([[1, 2, 3], 1, 2]);
    expect(somePart(value, (part) => part === 'other')).toBe(false);
  });
});
