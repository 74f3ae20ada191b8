/**
 * CHART SUGGESTIONS. The chart types that fit what there is to draw, as buttons that fill in a form.
 * In: columns, metrics and what was chosen of them. Out: the type and the form that were pressed. Knows no page; its code comes where somebody chooses.
 */
import { lazyPart } from '../shell/index.ts';

/** The best of them, each with its picture and why. */
export const SuggestedCharts = lazyPart(async () => (await import('./SuggestedCharts.tsx')).SuggestedCharts);

export { useChartAdvice } from './use-chart-advice.ts';
