import { loadKeyReader, type ReadPrivateKey } from './index.ts';

/** As the server's thread reads keys, in the test's own. */
export const readPrivateKey: ReadPrivateKey = async (key) => (await loadKeyReader())(key);
