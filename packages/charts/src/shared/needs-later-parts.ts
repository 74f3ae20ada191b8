import { isRecord } from '@powerset/chart-kit';
import type { EChartsCoreOption } from 'echarts/core';

/** Whether an option has zooms, own shapes, or marks that are lines or areas, which most charts do without. */
export function needsLaterParts({ dataZoom, graphic, series }: EChartsCoreOption): boolean {
  if (dataZoom !== undefined || graphic !== undefined) return true;
  const all: readonly unknown[] = Array.isArray(series) ? series : [series];
  return all.some((one) => isRecord(one) && (one.markLine !== undefined || one.markArea !== undefined));
}
