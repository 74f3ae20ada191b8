import { describe, expect, it } from 'vitest';
import { makeToldTexts } from './told-texts.ts';

describe('the texts that an editor told its owner', () => {
  it('are no news when the owner gives them back late, nor is what it had before anything was written', () => {
    const texts = makeToldTexts('');
    texts.tell('SUM(1)');
    expect(texts.isNews('')).toBe(false);
    texts.tell('SUM(1)c');
    expect(texts.isNews('SUM(1)')).toBe(false);
    expect(texts.isNews('SUM(1)c')).toBe(false);
  });

  it('are forgotten when a later one came back, so that the owner may set an earlier one again', () => {
    const texts = makeToldTexts('');
    texts.tell('a');
    texts.tell('ab');
    expect(texts.isNews('ab')).toBe(false);
    expect(texts.isNews('a')).toBe(true);
  });

  it('give way to a text of the owner, and to that of another tab', () => {
    const texts = makeToldTexts('a');
    texts.tell('ab');
    expect(texts.isNews('formatted')).toBe(true);
    expect(texts.isNews('ab')).toBe(true);
    texts.restart('tab two');
    expect(texts.isNews('tab two')).toBe(false);
    expect(texts.isNews('ab')).toBe(true);
  });
});
