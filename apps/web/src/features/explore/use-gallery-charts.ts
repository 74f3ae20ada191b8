import type { ChartFacts } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { useMemo } from 'react';
import { useSession } from '../../shell/index.ts';
import { denyListOf, galleryCharts } from './model/gallery.ts';

/** The chart types that this installation offers. */
export function useGalleryCharts(): readonly ChartFacts[] {
  const { bootstrap } = useSession();
  return useMemo(() => galleryCharts(chartTypes.all, { denyList: denyListOf(bootstrap) }), [bootstrap]);
}
