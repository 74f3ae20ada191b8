import { configDefaults, defineConfig } from 'vitest/config';

const common = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks' as const };

export default defineConfig({
  test: {
    globalSetup: ['testkit/src/services-setup.ts'],
    maxWorkers: 2,
    projects: [
      { test: { ...common, name: 'services', include: ['{packages,apps,testkit}/**/*.services.test.ts'] } },
      {
        // The tests of the API once more, with the metadata on a server.
        test: {
          ...common,
          name: 'server store',
          include: ['apps/server/src/{access,catalog,features,lists,security-drills}/**/*.test.ts'],
          // Those whose servers are processes of their own keep their files.
          exclude: [...configDefaults.exclude, '**/*{.services,-kill,largest-bodies,storage}.test.ts'],
          env: { POWERSET_TEST_STORE: 'server' },
          isolate: false,
        },
      },
    ],
  },
});
