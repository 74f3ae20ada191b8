import { join } from 'node:path';
import { signInWithToken } from '@powerset/testkit';
import { addBulkMetadata, bulkReader } from '@powerset/testkit/bulk-metadata';
import type { ShopStage } from './bench-case.ts';

/** So many dashboards, charts, datasets and users each. */
export const bulkSizes = [10, 100, 1000] as const;

/** The shop with as many further objects of each kind as the size says, seen by somebody who may read it all by a grant on each dataset. */
export async function growShop(shop: ShopStage, size: number): Promise<ShopStage> {
  await shop.whileStopped((dataFolder) => addBulkMetadata(join(dataFolder, 'metadata.db'), size));
  const api = await signInWithToken(shop.api.url, bulkReader);
  return { ...shop, name: `${size.toLocaleString('en')} of each`, visitor: { credentials: bulkReader, api } };
}
