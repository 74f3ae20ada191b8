/**
 * COLOURS OF CHARTS. The interface's tokens in force, as charts take them.
 * In: the document. Out: a chart theme; read anew whenever the look of the page changes.
 */
import { type ChartTheme, chartThemeFromTokens } from '@powerset/chart-kit';
import { useTheme } from '@powerset/ui';
import { useMemo } from 'react';

export function readChartTheme(): ChartTheme {
  const root = document.documentElement;
  const styles = getComputedStyle(root);
  const theme = chartThemeFromTokens((token) => styles.getPropertyValue(token), root.dataset.theme === 'dark');
  // Canvases know no other families than those that they are told.
  const scripts = styles.getPropertyValue('--script-fonts').trim();
  return scripts ? { ...theme, font: `${theme.font}, ${scripts}` } : theme;
}

/** The same for as long as the page looks the same. */
export function useChartTheme(): ChartTheme {
  const { look } = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look stands for the tokens, which are read from the page
  return useMemo(() => readChartTheme(), [look]);
}
