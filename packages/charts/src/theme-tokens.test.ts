import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChartTheme, chartThemeFromTokens, darkChartTheme, lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../ui/src/tokens.css'), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** The tokens as a theme has them: those of the root, and in the dark what is said otherwise there. */
function tokensOf(isDark: boolean): ReadonlyMap<string, string> {
  const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].filter(([, selector = '']) => selector.includes(':root'));
  const wanted = blocks.filter(([, selector = '']) => isDark || !selector.includes('dark'));
  const entries = wanted.flatMap(([, , body = '']) =>
    [...body.matchAll(/(--[\w-]+)\s*:\s*([^;]+)/g)].map(([, name = '', value = '']) => [name, value.trim()] as const),
  );
  return new Map(entries);
}

const colorsOf = ({ font: _font, ...colors }: ChartTheme) => colors;

describe('the themes of charts', () => {
  it.each([
    ['light', lightChartTheme, false],
    ['dark', darkChartTheme, true],
  ] as const)('are the tokens of the interface: %s', (_, theme, isDark) => {
    const tokens = tokensOf(isDark);
    expect(tokens.size).toBeGreaterThan(40);
    expect(colorsOf(theme)).toEqual(colorsOf(chartThemeFromTokens((name) => tokens.get(name) ?? '', isDark)));
  });
});

describe('the pictures of chart types', () => {
  const pictures = readdirSync(import.meta.dirname)
    .map((folder) => join(import.meta.dirname, folder, 'thumbnail.svg'))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'));

  it.each([
    ['fill', '--text'],
    ['fill', '--text-3'],
    ['fill', '--cell-bar'],
    ['stroke', '--chart-grid'],
    ['stroke', '--chart-axis'],
    ['stroke', '--card'],
  ])('have the %s of %s in the dark as the interface has it', (property, token) => {
    const [light, dark] = [tokensOf(false).get(token), tokensOf(true).get(token)];
    const rule = `[${property}="${light}"]{${property}:${dark}}`;
    const users = pictures.filter((picture) => picture.includes(`${property}="${light}"`));
    expect(users.length).toBeGreaterThan(0);
    for (const picture of users)
      expect(/@media \(prefers-color-scheme:dark\)\{([^}]+\})+/.exec(picture)?.[0]).toContain(rule);
  });
});
