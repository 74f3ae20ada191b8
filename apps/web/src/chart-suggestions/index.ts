/**
 * CHART SUGGESTIONS. The chart types that fit what there is to draw, as buttons that fill in a form.
 * In: columns, metrics and what was chosen of them, and who draws small pictures of it. Out: the type and the form that were pressed.
 * Knows no page; its code comes where somebody chooses.
 */
import { lazyPart } from '../shell/index.ts';

/** The best of them, each with its picture, of the data where somebody says how that is asked for, and why. */
export const SuggestedCharts = lazyPart(async () => (await import('./SuggestedCharts.tsx')).SuggestedCharts);

export { ChartPicture, type PlacedPicture, usePlacedPicture } from './ChartPicture.tsx';
export type { SuggestedChartsProps } from './SuggestedCharts.tsx';
export { useChartAdvice } from './use-chart-advice.ts';
export type { ChartPicture as DrawnPicture } from './use-chart-picture.ts';
export { type PictureRequest, useChartPicture, usualPicture } from './use-chart-picture.ts';
