import { type ChartTheme, findScheme, parseColor } from '@powerset/chart-kit';

export interface LabelColorOptions {
  readonly scheme: string | null | undefined;
  /** Colours set by hand or kept from before, by label; they win. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly theme: ChartTheme;
}

/** Gives the colour of a label in a chart. */
export type LabelColors = (chartId: number, label: string) => string;

/**
 * Colours of a whole dashboard: a name keeps the colour that it first got, in every chart. A new name gets the first
 * colour of the palette that no other name of its chart has, so that each chart begins at the palette's beginning.
 */
export function createLabelColors({ scheme, fixed, theme }: LabelColorOptions): LabelColors {
  const { colors: palette, id } = findScheme('categorical', scheme, theme);
  const byLabel = new Map<string, string>(Object.entries(fixed).filter(([, color]) => parseColor(color)));
  const byChart = new Map<number, Map<string, string>>();
  const choose = (taken: readonly string[], count: number) => {
    const free = palette.find((color) => !taken.includes(color));
    if (free) return free;
    return id === 'powerset' ? theme.dataOther : (palette[count % palette.length] ?? theme.dataOther);
  };
  return (chartId, label) => {
    const own = byChart.get(chartId) ?? new Map<string, string>();
    byChart.set(chartId, own);
    const known = byLabel.get(label);
    const color = known ?? choose([...own.values()], own.size);
    byLabel.set(label, color);
    own.set(label, color);
    return color;
  };
}
