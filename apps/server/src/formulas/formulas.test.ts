import { describe, expect, it } from 'vitest';
import { formulas, harmless } from './formula-cases-fixture.ts';
import { defuseFormula } from './formulas.ts';

describe('a text for a spreadsheet', () => {
  it.each(formulas.map((text) => [JSON.stringify(text), text]))('is defused when it is %s', (_shown, text) => {
    expect(defuseFormula(text)).toBe(`'${text}`);
  });

  it.each(harmless.map((text) => [JSON.stringify(text), text]))('stays as it is when it is %s', (_shown, text) => {
    expect(defuseFormula(text)).toBe(text);
  });

  it('of a megabyte is looked at quickly, whatever it is made of', () => {
    for (const part of [' ', '"', '1', '\t', '-'])
      expect(defuseFormula(part.repeat(1_000_000)).length).toBeGreaterThanOrEqual(1_000_000);
  });
});
