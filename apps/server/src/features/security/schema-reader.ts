import { sql } from 'kysely';
import { type Engine, otherCatalogOf } from '../../engines/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** An answer is good for so long. */
const freshMs = 3_000;
/** A list is not kept waiting longer by a database; what it answers later stands in the next one. */
const patienceMs = 1_500;

interface Question {
  readonly askedMs: number;
  readonly answered: Promise<void>;
  /** Unknown while it is open. */
  answeredMs?: number;
}

/** Asks the databases for their schemas and catalogs, so that those can be granted that hold no dataset yet. */
export function createSchemaReader({ store, engines, log, now }: Services): () => Promise<void> {
  const questions = new Map<number, Question>();
  const nowMs = () => now().getTime();
  const read = async (databaseId: number) => {
    try {
      const engine = await engines.get(databaseId, null);
      await saveNames(store, databaseId, {
        database_schemas: await engine.listSchemas(),
        database_catalogs: await listOtherCatalogs(store, databaseId, engine),
      });
    } catch (error) {
      log.info({ err: error, databaseId }, 'the schemas of a database could not be read');
    }
  };
  const ask = (databaseId: number): Question => {
    const known = questions.get(databaseId);
    if (known && nowMs() - (known.answeredMs ?? nowMs()) < freshMs) return known;
    const question: Question = { askedMs: nowMs(), answered: read(databaseId) };
    void question.answered.then(() => {
      question.answeredMs = nowMs();
    });
    questions.set(databaseId, question);
    return question;
  };
  return async () => {
    const databases = await store.selectFrom('databases').select('id').execute();
    const asked = databases.map(({ id }) => ask(id));
    await Promise.all(asked.map(({ answered, askedMs }) => atMost(answered, askedMs + patienceMs - nowMs())));
  };
}

/** The connection's own has no grant of its own: its schemas are granted, or the database. */
async function listOtherCatalogs(store: Store, databaseId: number, engine: Engine): Promise<readonly string[]> {
  if (!engine.listCatalogs) return [];
  const database = await store
    .selectFrom('databases')
    .select(['backend', 'sqlalchemy_uri', 'extra'])
    .where('id', '=', databaseId)
    .executeTakeFirstOrThrow();
  const names = (await engine.listCatalogs()).flatMap((name) => otherCatalogOf(database, name) ?? []);
  return [...new Set(names)];
}

const keptNames = ['database_schemas', 'database_catalogs'] as const;

async function saveNames(
  store: Store,
  databaseId: number,
  names: Readonly<Record<(typeof keptNames)[number], readonly string[]>>,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    for (const table of keptNames) {
      await transaction.deleteFrom(table).where('database_id', '=', databaseId).execute();
      await sql`
        insert into ${sql.table(table)} (database_id, name)
        select ${databaseId}, value from json_each(${JSON.stringify(names[table])})`.execute(transaction);
    }
  });
}

async function atMost(work: Promise<void>, ms: number): Promise<void> {
  if (ms <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
