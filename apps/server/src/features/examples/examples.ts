import type { EmbeddedEngine } from '../../engines/index.ts';
import type { Services } from '../../services.ts';
import { saveExampleContent } from './save-content.ts';
import { shopTables } from './shop/shop-tables.ts';

export interface ExamplesOptions {
  readonly databaseId: number;
  readonly engine: EmbeddedEngine;
  readonly say: (line: string) => void;
}

const settingKey = 'examples';

/** Generates the example shop once; a generation that was cut off starts again, one that is complete is left alone. */
export async function ensureExamples(services: Services, { databaseId, engine, say }: ExamplesOptions): Promise<void> {
  const { store, config, now, log } = services;
  if (!config.hasExamples) return;
  const done = await store.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst();
  if (done) return;
  const started = now().getTime();
  say('Generating the example shop ...');
  const endDate = now().toISOString().slice(0, 10);
  for (const { table, statements } of shopTables({ endDate, scale: config.examplesScale })) {
    for (const statement of statements) await engine.runTrusted(statement);
    log.info({ table }, 'example table generated');
  }
  await engine.runTrusted('CHECKPOINT');
  await saveExampleContent(services, { databaseId, engine });
  const value = JSON.stringify({ endDate, scale: config.examplesScale });
  await store.insertInto('settings').values({ key: settingKey, value }).execute();
  say(`The example shop is ready (${((now().getTime() - started) / 1000).toFixed(1)} s).`);
}
