import { describe, expect, it } from 'vitest';
import { themeModeOf, themeVariables } from './theme-config.ts';

describe('a theme of the reference', () => {
  it('sets the tokens that there are, and passes over the rest', () => {
    const token = { colorPrimary: '#ff0055', fontFamily: "'Inter', sans-serif", borderRadius: 4, wordWrap: 'x' };
    expect(themeVariables({ token })).toEqual([
      ['--accent', '#ff0055'],
      ['--font', "'Inter', sans-serif"],
    ]);
  });

  it('sets nothing that is more than a colour or a font', () => {
    const values = ['red; } body { display: none', 'url(https://x)', '<b>', 'x'.repeat(300), 7, null];
    for (const colorPrimary of values) expect(themeVariables({ token: { colorPrimary } })).toEqual([]);
    for (const config of [null, 'x', {}, { token: 'x' }, { token: { toString: '#fff' } }])
      expect(themeVariables(config)).toEqual([]);
  });

  it('says whether it is dark', () => {
    expect(themeModeOf({ algorithm: 'dark' })).toBe('dark');
    expect(themeModeOf({ algorithm: ['default', 'compact'] })).toBe('light');
    expect(themeModeOf({ token: {} })).toBeUndefined();
  });
});
