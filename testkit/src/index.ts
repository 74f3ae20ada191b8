/**
 * TESTKIT. Real parts for tests: servers in their own process, API clients, other databases, data files.
 * Chromium and the application itself stand behind doors of their own, `@powerset/testkit/browser` and
 * `@powerset/testkit/in-process`, since most tests do without.
 * For development only; nothing of it is shipped.
 */
export * from './api-client.ts';
export * from './certificates.ts';
export * from './clocks.ts';
export * from './computed-time.ts';
export * from './data-files.ts';
export * from './disks.ts';
export * from './free-port.ts';
export * from './kerberos-realm.ts';
export * from './nobody.ts';
export * from './plugins.ts';
export * from './running-process.ts';
export * from './server-process.ts';
export * from './services.ts';
export * from './shared-fixtures.ts';
export * from './sibling-servers.ts';
export * from './sqlglot.ts';
export * from './tcp-proxy.ts';
export * from './temp-folder.ts';
