import { randomBytes } from 'node:crypto';
import { openServerStore, openStore, type Store } from '../../apps/server/src/metadata/index.ts';
import { serviceUrl } from './services.ts';

/**
 * The store of an application in a test: a file, or where `POWERSET_TEST_STORE` says so a schema of its own on a server, so that
 * every test of the API says whether both hold.
 */
export async function openTestStore(file: string, stamp: () => string): Promise<Store> {
  if (process.env.POWERSET_TEST_STORE !== 'server') return openStore(file, stamp);
  const url = new URL(serviceUrl('postgresql') ?? '');
  url.searchParams.set('schema', `test_${randomBytes(8).toString('hex')}`);
  return openServerStore({ url: url.toString(), stamp });
}
