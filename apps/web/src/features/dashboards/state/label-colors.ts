import { type ChartTheme, findScheme, parseColor, turnHue } from '@powerset/chart-kit';

export interface LabelColorOptions {
  readonly scheme: string | null | undefined;
  /** Colours set by hand or kept from before, by label; they win. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly theme: ChartTheme;
  /** Labels that several charts have, in the order in which they take the palette's colours before any chart is drawn. */
  readonly shared?: readonly string[];
  /** Where two names of one colour meet in a chart, the later takes another there. */
  readonly avoidsCollisions?: boolean;
  /** Beyond the palette come neighbours of its colours. */
  readonly addsAnalogous?: boolean;
}

/** How far a neighbour's hue lies from that of its colour. */
const analogousDegrees = 30;

/** More names than anyone tells apart by colour. */
const maxShared = 200;

/** Gives the colour of a label in a chart, and remembers which labels each chart has. */
export interface LabelColors {
  (chartId: number, label: string): string;
  /** Labels that more than one chart has drawn, those given before first. */
  readonly sharedLabels: () => readonly string[];
}

/**
 * Colours of a whole dashboard: a name keeps the colour that it first got, in every chart. A new name gets the first
 * colour of the palette that no other name of its chart has, so that each chart begins at the palette's beginning; it
 * leaves those alone that belong to shared labels, while there are others.
 */
export function createLabelColors(options: LabelColorOptions): LabelColors {
  const { scheme, fixed, theme, shared = [] } = options;
  const { colors: palette, id } = findScheme('categorical', scheme, theme);
  const byLabel = new Map<string, string>(Object.entries(fixed).filter(([, color]) => parseColor(color)));
  const byChart = new Map<number, Map<string, string>>();
  shared.forEach((label, index) => {
    const color = palette[index % palette.length];
    if (color && !byLabel.has(label)) byLabel.set(label, color);
  });
  const reserved = new Set(shared.map((label) => byLabel.get(label)));
  const choose = (taken: readonly string[], count: number) => {
    const left = palette.filter((color) => !taken.includes(color));
    const free = left.find((color) => !reserved.has(color)) ?? left[0];
    if (free) return free;
    const near = palette[count % palette.length];
    if (options.addsAnalogous && near) return turnHue(near, analogousDegrees * Math.floor(count / palette.length));
    return id === 'powerset' ? theme.dataOther : (near ?? theme.dataOther);
  };
  const colorOf = (chartId: number, label: string) => {
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
  const sharedLabels = () => {
    const counts = new Map<string, number>();
    for (const own of byChart.values()) for (const label of own.keys()) counts.set(label, (counts.get(label) ?? 0) + 1);
    const found = [...counts].flatMap(([label, count]) => (count > 1 ? [label] : []));
    return [...new Set([...shared, ...found])].slice(0, maxShared);
  };
  return Object.assign(colorOf, { sharedLabels });
}
