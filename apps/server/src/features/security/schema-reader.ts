import { sql } from 'kysely';
import { type Engine, otherCatalogOf } from '../../engines/index.ts';
import type { Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

/** An answer is good for so long. */
const freshMs = 3_000;
/** A list is not kept waiting longer by a database; what it answers later stands in the next one. */
const patienceMs = 1_500;

/** Between a catalog and its schema, as grants call them. A name that holds it could be taken for two. */
const between = '].[';
const isPlain = (name: string): boolean => !name.includes(between);

interface Question {
  readonly askedMs: number;
  readonly answered: Promise<void>;
  /** Unknown while it is open. */
  answeredMs?: number;
}

/** So many catalogs are asked for one list: each may be a connection of its own. */
const mostCatalogs = 4;
/** Of one catalog. */
const mostSchemas = 5_000;

/**
 * Asks the databases for their schemas and catalogs, so that those can be granted that hold no dataset yet; and for the schemas of
 * other catalogs those that a search names, or all where there are few.
 */
export function createSchemaReader(services: Services): (search?: string) => Promise<void> {
  const { store, now } = services;
  const ask = createQuestions(services);
  const nowMs = () => now().getTime();
  return async (search = '') => {
    const untilMs = nowMs() + patienceMs;
    const wait = (questions: readonly Question[]) =>
      Promise.all(
        questions.map(({ answered, askedMs }) => atMost(answered, Math.min(untilMs, askedMs + patienceMs) - nowMs())),
      );
    const databases = await store.selectFrom('databases').select('id').execute();
    await wait(databases.map(({ id }) => ask({ databaseId: id, catalog: null })));
    await wait((await findCatalogs(store, search)).map(ask));
  };
}

interface Place {
  readonly databaseId: number;
  /** Null for all that a connection tells of its own, and for its list of catalogs. */
  readonly catalog: string | null;
}

/** Asks a place anew where its last answer is old. */
function createQuestions({ store, engines, log, now }: Services): (place: Place) => Question {
  const questions = new Map<string, Question>();
  const nowMs = () => now().getTime();
  const read = async ({ databaseId, catalog }: Place) => {
    try {
      const engine = await engines.get(databaseId, null, catalog);
      const schemas = (await engine.listSchemas()).filter(isPlain);
      if (catalog !== null) return await saveSchemasOf(store, { databaseId, catalog }, schemas.slice(0, mostSchemas));
      await saveNames(store, databaseId, {
        database_schemas: schemas,
        database_catalogs: await listOtherCatalogs(store, databaseId, engine),
      });
    } catch (error) {
      log.info({ err: error, databaseId }, 'the schemas of a database could not be read');
    }
  };
  return (place) => {
    const key = JSON.stringify([place.databaseId, place.catalog]);
    const known = questions.get(key);
    if (known && nowMs() - (known.answeredMs ?? nowMs()) < freshMs) return known;
    const question: Question = { askedMs: nowMs(), answered: read(place) };
    void question.answered.then(() => {
      question.answeredMs = nowMs();
    });
    questions.set(key, question);
    return question;
  };
}

/** Those whose names, with their database's, hold the text, or stand in it. */
async function findCatalogs(store: Store, search: string): Promise<readonly { databaseId: number; catalog: string }[]> {
  const rows = await store
    .selectFrom('database_catalogs')
    .innerJoin('databases', 'databases.id', 'database_catalogs.database_id')
    .select(['databases.id', 'databases.database_name', 'database_catalogs.name'])
    .orderBy('databases.database_name')
    .orderBy('database_catalogs.name')
    .execute();
  const text = search.toLowerCase();
  const named = rows.filter(({ database_name: database, name }) => {
    const whole = `[${database}].[${name}].`.toLowerCase();
    return whole.includes(text) || text.includes(`[${name}]`.toLowerCase());
  });
  const asked = text === '' && named.length > mostCatalogs ? [] : named.slice(0, mostCatalogs);
  return asked.map(({ id, name }) => ({ databaseId: id, catalog: name }));
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
  return [...new Set(names)].filter(isPlain);
}

const keptNames = ['database_schemas', 'database_catalogs'] as const;

async function saveNames(
  store: Store,
  databaseId: number,
  names: Readonly<Record<(typeof keptNames)[number], readonly string[]>>,
): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    for (const table of keptNames) {
      await transaction
        .deleteFrom(table)
        .where('database_id', '=', databaseId)
        .where('name', 'not like', `%${between}%`)
        .execute();
      await sql`
        insert into ${sql.table(table)} (database_id, name)
        select ${databaseId}, value from json_each(${JSON.stringify(names[table])})`.execute(transaction);
    }
    await dropSchemasOfGone(transaction, databaseId);
  });
}

/** Schemas of another catalog are kept by both names, until it is asked again or is no more. */
async function saveSchemasOf(
  store: Store,
  { databaseId, catalog }: { readonly databaseId: number; readonly catalog: string },
  schemas: readonly string[],
): Promise<void> {
  const head = `${catalog}${between}`;
  await store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('database_schemas')
      .where('database_id', '=', databaseId)
      .where(sql<string>`substr(name, 1, length(${head}))`, '=', head)
      .execute();
    await sql`
      insert into database_schemas (database_id, name)
      select ${databaseId}, value from json_each(${JSON.stringify(schemas.map((schema) => `${head}${schema}`))})`.execute(
      transaction,
    );
  });
}

/** Of catalogs that are there no more. */
async function dropSchemasOfGone(store: Store, databaseId: number): Promise<void> {
  await sql`
    delete from database_schemas where database_id = ${databaseId} and name like ${`%${between}%`} and not exists (
      select 1 from database_catalogs as catalogs where catalogs.database_id = database_schemas.database_id
        and substr(database_schemas.name, 1, length(catalogs.name) + 3) = catalogs.name || ${between})`.execute(store);
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
