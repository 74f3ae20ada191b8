import { isRecord, toNumber } from '@powerset/chart-kit';
import type { CartodiagramForm } from './form.ts';

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

const usual = 100;
const [smallest, largest] = [20, 400];
/** A map at zoom 0 is so many pixels wide in the sizes that are stored. */
const worldSize = 256;
const zoomOf = (pixelsPerDegree: number) => Math.log2((pixelsPerDegree * 360) / worldSize);
const within = (size: number | null) => Math.min(largest, Math.max(smallest, size ?? usual));

/** How large the charts are: as the form says, by itself or, where an older one grows with the map, for each zoom. */
export function sizesOf(form: CartodiagramForm): (pixelsPerDegree: number) => ChartSize {
  const { chart_size: stored, chart_width: width, chart_height: height } = form;
  const { type, configs, values } = stored ?? {};
  const fixed = read(isRecord(configs) && type === 'FIXED' ? configs : undefined);
  const own = (size: ChartSize): ChartSize => ({
    width: within(width ?? size.width),
    height: within(height ?? size.height),
  });
  if (type === 'FIXED' || !isRecord(values)) return () => own(fixed);
  return (pixelsPerDegree) => {
    const zoom = Math.round(Math.min(28, Math.max(0, zoomOf(pixelsPerDegree))));
    return own(read(values[zoom]));
  };
}

/** Nobody said how large the charts are. */
export const isUnsized = ({
  chart_size: stored,
  chart_width: width,
  chart_height: height,
}: CartodiagramForm): boolean =>
  width === null && height === null && !isRecord(stored?.configs) && !isRecord(stored?.values);

/** What is tried where nobody said a size, the usual one first. */
export const unsized: readonly ChartSize[] = [usual, 80, 64, 48, 36, 28].map((side) => ({ width: side, height: side }));

const read = (size: unknown): ChartSize => ({
  width: within(isRecord(size) ? toNumber(size.width) : null),
  height: within(isRecord(size) ? toNumber(size.height) : null),
});
