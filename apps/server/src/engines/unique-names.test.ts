import { describe, expect, it } from 'vitest';
import { FreeNumbers, uniqueFoldedNames, uniqueNames } from './unique-names.ts';

it('numbers names that stand behind an equal one, past numbers that others have', () => {
  expect(uniqueNames(['n', 'n_1', 'n', 'N', 'n', 'n_1'])).toEqual(['n', 'n_1', 'n_2', 'N', 'n_3', 'n_1_1']);
  expect(uniqueFoldedNames(['n', 'N', 'N_1', 'n'])).toEqual(['n', 'N_1', 'N_1_1', 'n_2']);
});

it('tells twenty thousand equal names apart at once', () => {
  const names = uniqueNames(Array.from({ length: 20_000 }, () => 'n'));
  expect(names.at(-1)).toBe('n_19999');
  const folded = uniqueFoldedNames(Array.from({ length: 20_000 }, (_, at) => (at % 2 ? 'n' : 'N')));
  expect(new Set(folded.map((name) => name.toLowerCase())).size).toBe(20_000);
  const word = 'abcdefghijklmno';
  const spelled = (at: number) =>
    word.replace(/./g, (letter, place: number) => (at & (1 << place) ? letter : letter.toUpperCase()));
  const spellings = Array.from({ length: 20_000 }, (_, at) => spelled(at));
  expect(uniqueFoldedNames(spellings).at(-1)).toBe(`${spellings.at(-1)}_19999`);
});

describe('the number of a name', () => {
  it('is the first that is free, and asks of none twice however many names are equal', () => {
    const taken = new Set(['orders_3']);
    const numbers = new FreeNumbers(2);
    let asked = 0;
    const next = () => {
      const number = numbers.find('orders', (one) => {
        asked += 1;
        return taken.has(`orders_${one}`);
      });
      taken.add(`orders_${number}`);
      return number;
    };
    expect([next(), next(), next()]).toEqual([2, 4, 5]);
    for (let count = 0; count < 3000; count += 1) next();
    expect(asked).toBeLessThan(3010);
    expect(numbers.find('others', () => false)).toBe(2);
  });
});
