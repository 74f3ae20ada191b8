import { addresses, type FeatureRoute } from '../../shell/index.ts';

const load = async () => (await import('./ConnectPage.tsx')).ConnectPage;

export const routes: readonly FeatureRoute[] = [
  { path: addresses.newDatabase, behind: addresses.databases, load },
  { path: '/database/edit/:id/', behind: addresses.databases, load },
];
