import { configDefaults, defineConfig } from 'vitest/config';

const common = { testTimeout: 30_000, hookTimeout: 60_000, pool: 'forks' as const };

/** They weigh, kill or hold up processes, and set this process's own time and variables. */
const alone =
  'apps/server/src/{main,backup/backup,security-drills/largest-bodies,engines/duckdb/{lifecycle,orphan}}.test.ts';

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
        // Each file has servers of its own, but their sources keep nothing in modules and are loaded once a worker.
        test: {
          ...common,
          name: 'api',
          include: ['apps/server/**/*.test.ts'],
          // Without a running server of their kind they hold no test: `npm run test:services` runs them.
          exclude: [...configDefaults.exclude, '**/*.services.test.ts', alone],
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'processes',
          include: ['{tools,testkit,bench,e2e}/**/*.test.ts', alone],
        },
      },
    ],
  },
});
