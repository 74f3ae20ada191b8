import { addresses, type FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./SqlEditorPage.tsx')).SqlEditorPage;

export const routes: readonly FeatureRoute[] = [
  { path: addresses.sqlEditor, nav: 'sql', load },
  { path: '/sqllab/', nav: 'sql', load },
];
