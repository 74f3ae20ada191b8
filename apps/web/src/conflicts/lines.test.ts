import { describe, expect, it } from 'vitest';
import { matchLines, mergeLines, pairLines } from './lines.ts';

const text = (lines: string) => lines.split(' ').join('\n');

describe('two texts side by side', () => {
  it('stand line by line, what was changed beside what it became', () => {
    const pairs = pairLines(text('select a from t'), text('select b c from u t limit'));
    expect(pairs.map(({ kind, left, right }) => [kind, left?.text ?? null, right?.text ?? null])).toEqual([
      ['same', 'select', 'select'],
      ['changed', 'a', 'b'],
      ['changed', null, 'c'],
      ['same', 'from', 'from'],
      ['changed', null, 'u'],
      ['same', 't', 't'],
      ['changed', null, 'limit'],
    ]);
    expect(pairs[3]).toMatchObject({ left: { number: 3 }, right: { number: 4 } });
    expect(pairLines('a', 'a')).toHaveLength(1);
  });

  it('are matched in order however long they are', () => {
    const long = Array.from({ length: 6000 }, (_, at) => `line ${at % 4000}`);
    const other = ['first', ...long.slice(1, 3000), 'middle', ...long.slice(3000), 'last'];
    const matches = matchLines(['zero', ...long], other).filter((to) => to !== null);
    expect(matches.length).toBeGreaterThan(5000);
    expect(matches).toEqual([...matches].sort((one, next) => one - next));
  });
});

describe('two changes of one text', () => {
  const base = text('select a , b from t where c');
  const merge = (theirs: string, mine: string) => mergeLines({ base, theirs: text(theirs), mine: text(mine) });

  it('are put together where they do not touch', () => {
    expect(merge('select a2 , b from t where c', 'select a , b from t where c limit')).toBe(
      text('select a2 , b from t where c limit'),
    );
    expect(merge('a , b from t where c', 'select a , b from t d')).toBe(text('a , b from t d'));
    expect(merge('select a , b from t where c', 'x')).toBe('x');
    expect(merge('select a , b from t where d', 'select a , b from t where d')).toBe(
      text('select a , b from t where d'),
    );
  });

  it('are not where both changed the same lines, or put something in at one place', () => {
    expect(merge('select x , b from t where c', 'select y , b from t where c')).toBe(null);
    expect(merge('select a , b from t where c one', 'select a , b from t where c two')).toBe(null);
    expect(merge('select x , b from t where c', 'select a ; b from t where c')).toBe(null);
  });
});
