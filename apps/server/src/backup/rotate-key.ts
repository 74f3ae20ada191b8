import { addKey, dropOldKeys, loadSecrets } from '../access/index.ts';
import type { Store } from '../metadata/index.ts';

const tables = ['databases', 'report_recipients', 'database_user_oauth2_tokens'] as const;

/**
 * Encrypts everything that is kept secret with a new key. Old and new stand in the key's file side by side until all of it is
 * written: whenever this is cut short, what was written before and after can be read, and it is done again.
 */
export async function rotateKey(store: Store, dataFolder: string): Promise<number> {
  addKey(dataFolder);
  const { encrypt, decrypt } = loadSecrets(dataFolder);
  const count = await store.transaction().execute(async (transaction) => {
    let written = 0;
    for (const table of tables) {
      const rows = await transaction
        .selectFrom(table)
        .select(['id', 'secret'])
        .where('secret', 'is not', null)
        .execute();
      for (const { id, secret } of rows) {
        if (secret === null) continue;
        await transaction
          .updateTable(table)
          .set({ secret: encrypt(decrypt(secret)) })
          .where('id', '=', id)
          .execute();
        written += 1;
      }
    }
    return written + (await rotateFactors(transaction, (secret) => encrypt(decrypt(secret))));
  });
  dropOldKeys(dataFolder);
  return count;
}

async function rotateFactors(store: Store, renew: (secret: string) => string): Promise<number> {
  const rows = await store.selectFrom('second_factors').select(['user_id', 'secret']).execute();
  for (const { user_id: id, secret } of rows)
    await store
      .updateTable('second_factors')
      .set({ secret: renew(secret) })
      .where('user_id', '=', id)
      .execute();
  return rows.length;
}
