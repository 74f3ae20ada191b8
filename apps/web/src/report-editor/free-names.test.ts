import { describe, expect, it } from 'vitest';
import { namesFor } from './free-names.ts';

describe('what a report that somebody subscribes to may be called', () => {
  it('is its own name, then with who asked for it, then with a number', () => {
    expect(namesFor('Sales', 'ada').slice(0, 4)).toEqual(['Sales', 'Sales (ada)', 'Sales (ada 2)', 'Sales (ada 3)']);
  });

  it('is never longer than a name may be, and never twice the same', () => {
    const names = namesFor('x'.repeat(150), 'ada');
    expect(names.every((name) => name.length === 150)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });
});
