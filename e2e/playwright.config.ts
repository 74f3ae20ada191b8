import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath, viewports } from '@powerset/testkit/browser';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../test-results/e2e',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // Waits end with what they wait for; these bounds are for machines that are slow or busy with other things.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: viewports.desktop,
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Tracing takes a fifth of the processor time; npm test traces what failed when all is done.
    trace: 'off',
    launchOptions: { executablePath: chromiumPath(), args: [...chromiumFlags] },
  },
});
