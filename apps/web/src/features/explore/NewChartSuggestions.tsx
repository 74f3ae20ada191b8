import { Suspense } from 'react';
import { SuggestedCharts, type SuggestedChartsProps } from '../../chart-suggestions/index.ts';
import { GalleryModal, type GalleryModalProps } from './modals/GalleryModal.tsx';
import type { ExploreStart } from './use-explore-start.ts';
import { useNewChart } from './use-new-chart.ts';

type Started = { readonly start: ExploreStart };

/** What could be drawn of the dataset that was chosen. */
export function NewChartSuggestions({ start, ...props }: Started & Pick<SuggestedChartsProps, 'offered' | 'onChoose'>) {
  const facts = useNewChart(start);
  return (
    <Suspense fallback={null}>
      <SuggestedCharts {...facts} {...props} />
    </Suspense>
  );
}

/** All chart types, those first that fit the dataset. */
export function NewChartGallery({
  start,
  ...props
}: Started & Omit<GalleryModalProps, 'data' | 'chosen' | 'pictureOf' | 'beginsWithSuggestions'>) {
  return <GalleryModal {...useNewChart(start)} {...props} beginsWithSuggestions />;
}
