import type { ChartTheme } from './definitions.ts';

const font = '"Inter Variable", Inter, system-ui, sans-serif';

/** The design tokens' chart values, for drawing without a browser. */
export const lightChartTheme: ChartTheme = {
  isDark: false,
  font,
  text: '#151a22',
  textSecondary: '#475160',
  textTertiary: '#626d7d',
  card: '#ffffff',
  raised: '#ffffff',
  border: '#e1e4ea',
  borderStrong: '#cdd3dc',
  grid: '#eceef2',
  axis: '#cdd3dc',
  label: '#626d7d',
  pointer: '#8d97a5',
  note: '#626d7d',
  band: 'rgba(98, 109, 125, 0.07)',
  cellBar: '#d3e5f2',
  success: '#167244',
  danger: '#c5283d',
  warning: '#d9940f',
  accent: '#4353d6',
  dataOther: '#8b95a3',
  categorical: [
    '#1b77b6',
    '#c67b27',
    '#089da3',
    '#bd2d55',
    '#4a307b',
    '#645b00',
    '#414dbe',
    '#712518',
    '#626d80',
    '#9a6a00',
  ],
  sequential: ['#e3f3fa', '#a2d9f5', '#6bbaea', '#4099d9', '#2677bf', '#1c579f', '#17397b'],
  diverging: ['#913900', '#b16441', '#cb9177', '#e2bfb0', '#eef0f3', '#b1c9df', '#7aa3c6', '#437cab', '#02578b'],
};

export const darkChartTheme: ChartTheme = {
  isDark: true,
  font,
  text: '#e7ebf1',
  textSecondary: '#acb5c2',
  textTertiary: '#8e99a9',
  card: '#151a21',
  raised: '#1b212a',
  border: '#283039',
  borderStrong: '#3b4553',
  grid: '#212832',
  axis: '#394352',
  label: '#8792a2',
  pointer: '#5f6b7b',
  note: '#8792a2',
  band: 'rgba(160, 172, 190, 0.07)',
  cellBar: '#1d3a52',
  success: '#4cc38a',
  danger: '#ff7583',
  warning: '#e3a63c',
  accent: '#4f60e2',
  dataOther: '#687486',
  categorical: [
    '#5fb4fa',
    '#eda268',
    '#2be0d0',
    '#cc6f98',
    '#7868d0',
    '#979b1a',
    '#6f8ff0',
    '#b95643',
    '#a4a9bf',
    '#e3d055',
  ],
  sequential: ['#1d2638', '#274464', '#2c658e', '#3688b0', '#53accc', '#81cfe2', '#b6f1f8'],
  diverging: ['#f6ab6b', '#c28757', '#8f6644', '#5f4733', '#262c31', '#37505f', '#4c768f', '#629ec1', '#7ac8f5'],
};

const tokenNames = {
  text: '--text',
  textSecondary: '--text-2',
  textTertiary: '--text-3',
  card: '--card',
  raised: '--raised',
  border: '--border',
  borderStrong: '--border-strong',
  grid: '--chart-grid',
  axis: '--chart-axis',
  label: '--chart-label',
  pointer: '--chart-pointer',
  note: '--chart-note',
  band: '--chart-band',
  cellBar: '--cell-bar',
  success: '--success',
  danger: '--danger',
  warning: '--warning-mark',
  accent: '--accent',
  dataOther: '--data-other',
  font: '--font',
} as const;

/** Reads the theme from CSS variables; a variable that is not set keeps the built-in value. */
export function chartThemeFromTokens(read: (variable: string) => string, isDark: boolean): ChartTheme {
  const base = isDark ? darkChartTheme : lightChartTheme;
  const value = (variable: string, fallback: string) => read(variable).trim() || fallback;
  const plain = Object.fromEntries(
    // The table's keys are keys of the theme that hold text.
    Object.entries(tokenNames).map(([key, token]) => [key, value(token, base[key as keyof typeof tokenNames])]),
  );
  const steps = (prefix: string, colors: readonly string[]) =>
    colors.map((color, index) => value(`${prefix}${index + 1}`, color));
  return {
    ...base,
    ...plain,
    categorical: steps('--data-', base.categorical),
    sequential: steps('--seq-', base.sequential),
    diverging: steps('--div-', base.diverging),
  };
}
