import { parseColor } from './color-math.ts';
import { findScheme } from './color-schemes.ts';
import type { ChartTheme } from './definitions.ts';

/** A colour as its picker saves it. */
export type SavedColor = string | { readonly r: number; readonly g: number; readonly b: number; readonly a?: number };

/** The saved form of a colour, `{r, g, b, a}`, as CSS; undefined when it is none. */
export function cssOfSavedColor(value: unknown): string | undefined {
  if (typeof value === 'string') return parseColor(value) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  // Each part is checked below; the form holds whatever was saved.
  const { r, g, b, a } = value as Record<string, unknown>;
  if (![r, g, b].every((part) => typeof part === 'number' && part >= 0 && part <= 255)) return undefined;
  return `rgba(${Number(r)},${Number(g)},${Number(b)},${typeof a === 'number' ? a : 1})`;
}

export interface ColorAssignment {
  /** Name of a categorical scheme; the default for none or an unknown one. */
  readonly scheme?: string | null;
  /** Colours set by hand, by label; they win. */
  readonly labelColors?: Readonly<Record<string, string>>;
  readonly theme: ChartTheme;
}

/** Gives a label its colour. `forChart` gives the same, mindful of which colours its own chart uses already. */
export interface SharedColors {
  (label: string): string;
  /** One call for each chart that is drawn. */
  readonly forChart: () => (label: string) => string;
}

/**
 * Gives labels their colours. One assignment shared by all charts of a dashboard keeps a name's colour: the first colour
 * that was free in the chart where it came up first. Names that never meet may share one, so that a dashboard of many
 * names does not run out; where two of one colour meet, the later takes another for that chart alone. Beyond the scheme's
 * colours a label is one of the others.
 */
export function assignColors({ scheme, labelColors = {}, theme }: ColorAssignment): SharedColors {
  const { id, colors: palette } = findScheme('categorical', scheme, theme);
  const assigned = new Map<string, string>();
  const pickFree = (used: ReadonlySet<string>) => {
    const beyond = id === 'powerset' ? theme.dataOther : palette[used.size % palette.length]!;
    return palette.find((color) => !used.has(color)) ?? beyond;
  };
  const forChart = () => {
    const mine = new Map<string, string>();
    const used = new Set<string>();
    const choose = (label: string) => {
      const fixed = Object.hasOwn(labelColors, label) ? labelColors[label] : undefined;
      if (fixed && parseColor(fixed)) return fixed;
      const known = assigned.get(label);
      return known !== undefined && !used.has(known) ? known : pickFree(used);
    };
    return (label: string) => {
      const color = mine.get(label) ?? choose(label);
      mine.set(label, color);
      used.add(color);
      if (!assigned.has(label)) assigned.set(label, color);
      return color;
    };
  };
  return Object.assign(forChart(), { forChart });
}
