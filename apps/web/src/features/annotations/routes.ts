import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: addresses.annotationLayers, load: async () => (await import('./LayerListPage.tsx')).LayerListPage },
  {
    path: '/annotationlayer/:layerId/annotation/',
    load: async () => (await import('./AnnotationListPage.tsx')).AnnotationListPage,
  },
];
