import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  {
    path: addresses.ownAccount,
    load: async () => (await import('./OwnAccountPage.tsx')).OwnAccountPage,
  },
  {
    path: addresses.secondFactor,
    isBare: true,
    load: async () => (await import('./second-factor/index.ts')).RequiredFactorPage,
  },
  {
    path: addresses.users,
    requires: { permission: 'can_read', view: 'User', role: 'Admin' },
    load: async () => (await import('./UserListPage.tsx')).UserListPage,
  },
  {
    path: addresses.registrations,
    requires: { permission: 'can_read', view: 'User', role: 'Admin' },
    load: async () => (await import('./RegistrationListPage.tsx')).RegistrationListPage,
  },
  {
    path: addresses.groups,
    requires: { permission: 'can_read', view: 'Group', role: 'Admin' },
    load: async () => (await import('./GroupListPage.tsx')).GroupListPage,
  },
  {
    path: addresses.roles,
    requires: { permission: 'can_read', view: 'Role', role: 'Admin' },
    load: async () => (await import('./RoleListPage.tsx')).RoleListPage,
  },
  {
    path: addresses.rowLevelRules,
    requires: { permission: 'can_read', view: 'Row Level Security', role: 'Admin' },
    load: async () => (await import('./RuleListPage.tsx')).RuleListPage,
  },
  {
    path: addresses.actionLog,
    requires: { permission: 'can_read', view: 'Log', role: 'Admin' },
    load: async () => (await import('./ActionLogPage.tsx')).ActionLogPage,
  },
];
