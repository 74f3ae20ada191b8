/** Colours and fonts in which charts are drawn; the same shape as the chart kit's theme. */
export interface ChartColors {
  readonly isDark: boolean;
  readonly font: string;
  readonly text: string;
  readonly textSecondary: string;
  readonly textTertiary: string;
  readonly card: string;
  readonly raised: string;
  readonly border: string;
  readonly borderStrong: string;
  readonly grid: string;
  readonly axis: string;
  readonly label: string;
  readonly pointer: string;
  readonly note: string;
  readonly band: string;
  readonly cellBar: string;
  readonly success: string;
  readonly danger: string;
  readonly warning: string;
  readonly accent: string;
  readonly dataOther: string;
  readonly categorical: readonly string[];
  readonly sequential: readonly string[];
  readonly diverging: readonly string[];
}

const series = (name: string, count: number) => Array.from({ length: count }, (_, index) => `--${name}-${index + 1}`);

/** Turns the tokens in force into a chart theme; `read` gives a token's value. */
export function toChartColors(read: (token: string) => string, isDark: boolean): ChartColors {
  return {
    isDark,
    font: read('--font'),
    text: read('--text'),
    textSecondary: read('--text-2'),
    textTertiary: read('--text-3'),
    card: read('--card'),
    raised: read('--raised'),
    border: read('--border'),
    borderStrong: read('--border-strong'),
    grid: read('--chart-grid'),
    axis: read('--chart-axis'),
    label: read('--chart-label'),
    pointer: read('--chart-pointer'),
    note: read('--chart-note'),
    band: read('--chart-band'),
    cellBar: read('--cell-bar'),
    success: read('--success'),
    danger: read('--danger'),
    warning: read('--warning-mark'),
    accent: read('--accent'),
    dataOther: read('--data-other'),
    categorical: series('data', 10).map(read),
    sequential: series('seq', 7).map(read),
    diverging: series('div', 9).map(read),
  };
}

/** Reads the chart theme from the tokens in force at an element (the root by default). */
export function readChartTheme(element: Element = document.documentElement): ChartColors {
  const styles = getComputedStyle(element);
  const read = (token: string) => styles.getPropertyValue(token).trim();
  return toChartColors(read, document.documentElement.dataset.theme === 'dark');
}
