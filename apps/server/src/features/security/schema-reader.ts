import { sql } from 'kysely';
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

/** Asks the databases for their schemas, so that those can be granted that hold no dataset yet. */
export function createSchemaReader({ store, engines, log, now }: Services): () => Promise<void> {
  const questions = new Map<number, Question>();
  const nowMs = () => now().getTime();
  const read = async (databaseId: number) => {
    try {
      const engine = await engines.get(databaseId, null);
      await saveSchemas(store, databaseId, await engine.listSchemas());
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

async function saveSchemas(store: Store, databaseId: number, schemas: readonly string[]): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('database_schemas').where('database_id', '=', databaseId).execute();
    await sql`
      insert into database_schemas (database_id, name)
      select ${databaseId}, value from json_each(${JSON.stringify(schemas)})`.execute(transaction);
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
