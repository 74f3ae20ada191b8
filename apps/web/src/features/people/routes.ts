import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: addresses.users, usesAntd: true, load: async () => (await import('./UserListPage.tsx')).UserListPage },
  { path: addresses.roles, usesAntd: true, load: async () => (await import('./RoleListPage.tsx')).RoleListPage },
];
