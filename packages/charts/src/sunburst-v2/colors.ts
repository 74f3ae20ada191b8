import type { DrawContext } from '@powerset/chart-kit';
import { extentOf, linearColors } from '../shared/linear-colors.ts';
import { pathColors } from '../shared/path-colors.ts';
import type { PathNode, PathTree } from '../shared/path-tree.ts';
import type { SunburstForm } from './form.ts';

export interface RatioScale {
  readonly low: number;
  readonly high: number;
  readonly colorAt: (ratio: number) => string;
}

export const ratioOf = ({ value, second }: PathNode): number | null =>
  second === null || value === 0 ? null : second / value;

/** The scale of the second metric as a ratio of the first; null without one. */
export function ratioScale(tree: PathTree, { form, theme }: DrawContext<SunburstForm>): RatioScale | null {
  const ratios = tree.secondMetric === null ? [] : tree.nodes.map(ratioOf).filter((ratio) => ratio !== null);
  if (ratios.length === 0) return null;
  const [low, high] = extentOf(ratios);
  return { low, high, colorAt: linearColors(form.linear_color_scheme, [low, high], theme) };
}

/** The colour of each part: by its ratio where there is one, else by its first level. */
export function ringColors(tree: PathTree, scale: RatioScale | null, context: DrawContext<SunburstForm>) {
  if (!scale) return pathColors(tree, context);
  return tree.nodes.map((node) => {
    const ratio = ratioOf(node);
    return ratio === null ? context.theme.dataOther : scale.colorAt(ratio);
  });
}
