import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { encodeRison, parseRison } from './rison.ts';

const value = fc.jsonValue({ noUnicodeString: false });

describe('Rison', () => {
  it('brings every JSON value back as it was', () => {
    fc.assert(
      fc.property(value, (given) => {
        const plain = JSON.parse(JSON.stringify(given));
        fc.pre(!JSON.stringify(plain).includes('e-') && !JSON.stringify(plain).includes('__proto__'));
        expect(parseRison(encodeRison(plain))).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  it('may also be JSON', () => {
    expect(parseRison('{"page":1,"filters":[]}')).toEqual({ page: 1, filters: [] });
    expect(parseRison('(page:1,filters:!())')).toEqual({ page: 1, filters: [] });
  });

  it('that nobody can read is a SyntaxError, and nothing is written to the console', () => {
    const written = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseRison(`(${text}`);
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError);
        }
      }),
    );
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });
});
