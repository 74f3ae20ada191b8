import { join } from 'node:path';
import { signInWithToken } from '@powerset/testkit';
import { crowdReader, growCrowd } from '@powerset/testkit/crowd';
import type { ShopStage } from './bench-case.ts';

/** So many dashboards, charts, datasets and users each. */
export const crowdSizes = [10, 100, 1000] as const;

/** The shop with a crowd of the size beside it, seen by somebody who may read it all by a grant on each dataset. */
export async function growShop(shop: ShopStage, size: number): Promise<ShopStage> {
  await shop.whileStopped((dataFolder) => growCrowd(join(dataFolder, 'metadata.db'), size));
  const api = await signInWithToken(shop.api.url, crowdReader);
  return { ...shop, name: `${size.toLocaleString('en')} of each`, visitor: { credentials: crowdReader, api } };
}
