/**
 * COLOURS OF CHARTS. The interface's tokens in force, as charts take them.
 * In: the document. Out: a chart theme; read anew whenever the theme changes.
 */
import { type ChartTheme, chartThemeFromTokens } from '@powerset/chart-kit';

export function readChartTheme(): ChartTheme {
  const root = document.documentElement;
  const styles = getComputedStyle(root);
  return chartThemeFromTokens((token) => styles.getPropertyValue(token), root.dataset.theme === 'dark');
}
