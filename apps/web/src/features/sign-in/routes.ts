import { addresses, type FeatureRoute } from '../../shell/index.ts';

export const routes: readonly FeatureRoute[] = [
  { path: '/login/', access: 'public', isBare: true, load: async () => (await import('./SignInPage.tsx')).SignInPage },
  {
    path: addresses.forgotPassword,
    access: 'public',
    isBare: true,
    load: async () => (await import('./ForgotPasswordPage.tsx')).ForgotPasswordPage,
  },
  {
    path: '/choose_password/',
    access: 'public',
    isBare: true,
    load: async () => (await import('./ChoosePasswordPage.tsx')).ChoosePasswordPage,
  },
  ...[addresses.register, '/register/form'].map((path) => ({
    path,
    access: 'public' as const,
    isBare: true,
    load: async () => (await import('./RegisterPage.tsx')).RegisterPage,
  })),
  {
    path: '/register/activation/',
    access: 'public',
    isBare: true,
    load: async () => (await import('./ActivationPage.tsx')).ActivationPage,
  },
];
