import { addresses, type FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./SqlEditorPage.tsx')).SqlEditorPage;

const requires = { permission: 'can_read', view: 'SQLLab', role: 'sql_lab' };

export const routes: readonly FeatureRoute[] = [
  { path: addresses.sqlEditor, nav: 'sql', requires, load },
  { path: '/sqllab/', nav: 'sql', requires, load },
  { path: '/sqllab/p/:key/', nav: 'sql', requires, load },
];
