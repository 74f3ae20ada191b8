import { configDefaults, defineConfig } from 'vitest/config';

const common = { testTimeout: 30_000, hookTimeout: 60_000, pool: 'forks' as const };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        // Nothing here starts a server or keeps state in a module, so that all files of a worker share what they load.
        test: {
          ...common,
          name: 'pure',
          include: ['packages/**/*.test.{ts,tsx}', 'apps/web/**/*.test.{ts,tsx}'],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'processes',
          include: ['{apps,tools,testkit,bench}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, 'apps/web/**'],
        },
      },
    ],
  },
});
