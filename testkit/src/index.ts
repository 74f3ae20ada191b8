/**
 * TESTKIT. Real parts for tests: servers in their own process, API clients, other databases, data files.
 * Chromium stands behind a second door, `@powerset/testkit/browser`, since most tests do without.
 * For development only; nothing of it is shipped.
 */
export * from './api-client.ts';
export * from './data-files.ts';
export * from './free-port.ts';
export * from './running-process.ts';
export * from './server-process.ts';
export * from './services.ts';
export * from './shared-fixtures.ts';
export * from './temp-folder.ts';
