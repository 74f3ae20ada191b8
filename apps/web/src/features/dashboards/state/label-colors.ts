import { type ChartTheme, findScheme, parseColor, turnHue } from '@powerset/chart-kit';

export interface LabelColorOptions {
  readonly scheme: string | null | undefined;
  /** Colours set by hand or kept from before, by label; they win. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly theme: ChartTheme;
  /** Where two names of one colour meet in a chart, the later takes another there. */
  readonly avoidsCollisions?: boolean;
  /** Beyond the palette come neighbours of its colours. */
  readonly addsAnalogous?: boolean;
}

/** How far a neighbour's hue lies from that of its colour. */
const analogousDegrees = 30;

/** Gives the colour of a label in a chart. */
export type LabelColors = (chartId: number, label: string) => string;

/**
 * Colours of a whole dashboard: a name keeps the colour that it first got, in every chart. A new name gets the first
 * colour of the palette that no other name of its chart has, so that each chart begins at the palette's beginning.
 */
export function createLabelColors(options: LabelColorOptions): LabelColors {
  const { scheme, fixed, theme } = options;
  const { colors: palette, id } = findScheme('categorical', scheme, theme);
  const byLabel = new Map<string, string>(Object.entries(fixed).filter(([, color]) => parseColor(color)));
  const byChart = new Map<number, Map<string, string>>();
  const choose = (taken: readonly string[], count: number) => {
    const free = palette.find((color) => !taken.includes(color));
    if (free) return free;
    const near = palette[count % palette.length];
    if (options.addsAnalogous && near) return turnHue(near, analogousDegrees * Math.floor(count / palette.length));
    return id === 'powerset' ? theme.dataOther : (near ?? theme.dataOther);
  };
  return (chartId, label) => {
    const own = byChart.get(chartId) ?? new Map<string, string>();
    byChart.set(chartId, own);
    const known = own.get(label) ?? byLabel.get(label);
    const taken = [...own].flatMap(([other, color]) => (other === label ? [] : [color]));
    const collides = options.avoidsCollisions && !Object.hasOwn(fixed, label) && known && taken.includes(known);
    const isFree = known && (own.has(label) || !collides);
    const color = isFree ? known : choose(taken, own.size);
    if (!byLabel.has(label)) byLabel.set(label, color);
    own.set(label, color);
    return color;
  };
}
