import { configDefaults, defineConfig } from 'vitest/config';

const setup = 'testkit/src/services-setup.ts';
const trino = [
  'apps/server/src/engines/trino/*.services.test.ts',
  'apps/server/src/features/databases/trino-*.services.test.ts',
  'packages/sql/src/dialects/trino.services.test.ts',
];
/** They start servers of their own, which sign in by tickets. */
const kerberos = ['apps/server/src/engines/kerberos/*.services.test.ts'];
const spark = [
  'apps/server/src/engines/hive/open.services.test.ts',
  'apps/server/src/features/databases/spark-*.services.test.ts',
];
const common = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks' as const };

export default defineConfig({
  test: {
    globalSetup: [setup],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'services',
          include: ['{packages,apps,testkit}/**/*.services.test.ts'],
          exclude: [...configDefaults.exclude, ...trino, ...spark, ...kerberos],
        },
      },
      // Large servers have projects that are called as they are: each is started only where one of its tests is to be run.
      { test: { ...common, name: 'trino+presto', include: trino, globalSetup: [setup] } },
      { test: { ...common, name: 'spark', include: spark, globalSetup: [setup] } },
      { test: { ...common, name: 'kerberos', include: kerberos, globalSetup: [] } },
      {
        // The tests of the API once more, with the metadata on a server.
        test: {
          ...common,
          name: 'server store',
          include: [
            'apps/server/src/{access,answers,catalog,database-tokens,features,http,lists,moving-over,security-drills,traces,versions}/**/*.test.ts',
          ],
          // Those whose servers are processes of their own keep their files.
          exclude: [...configDefaults.exclude, '**/*{.services,-kill,largest-bodies,storage}.test.ts'],
          env: { POWERSET_TEST_STORE: 'server' },
          isolate: false,
        },
      },
    ],
  },
});
