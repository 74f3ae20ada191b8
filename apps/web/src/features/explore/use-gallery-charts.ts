import type { ChartDefinition } from '@powerset/chart-kit';
import { chartDefinitions } from '@powerset/charts/definitions';
import { useMemo } from 'react';
import { useSession } from '../../shell/index.ts';
import { denyListOf, galleryCharts } from './model/gallery.ts';

/** The chart types that this installation offers. */
export function useGalleryCharts(): readonly ChartDefinition[] {
  const { bootstrap } = useSession();
  return useMemo(() => galleryCharts(chartDefinitions, { denyList: denyListOf(bootstrap) }), [bootstrap]);
}
