import type { FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./UploadPage.tsx')).UploadPage;

/** One page for every kind of file, at each address that the reference has a form at. */
export const routes: readonly FeatureRoute[] = [
  { path: '/csvtodatabaseview/form', nav: 'datasets', load },
  { path: '/exceltodatabaseview/form', nav: 'datasets', load },
  { path: '/columnartodatabaseview/form', nav: 'datasets', load },
];
