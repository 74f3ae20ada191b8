import { can, canAccessSchema, type User } from '../../access/index.ts';
import { type EmbeddedEngine, EngineError, type ResultTableRequest } from '../../engines/index.ts';
import { AppError, fieldError } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import type { Schedule } from './store.ts';

/** Where results of schedules are kept: apart from what people upload, so that a grant on the one is none on the other. */
export const outputSchema = 'scheduled';

/** What this room needs of the datasets' room and of the engine. */
export interface OutputParts {
  readonly databaseId: () => Promise<number>;
  readonly writeTable: (engine: EmbeddedEngine, request: ResultTableRequest) => Promise<void>;
  readonly getOrMakeDataset: (user: User, table: string) => Promise<number>;
  readonly refreshDataset: (user: User, id: number) => Promise<void>;
}

type Deps = Pick<Services, 'store' | 'engines' | 'log'>;

/** Why somebody keeps no results as tables; undefined for who does. */
async function whyNot({ store }: Deps, parts: OutputParts, user: User): Promise<string | undefined> {
  if (!can(user, 'can_write', 'Dataset')) return 'may not make datasets';
  if (!can(user, 'can_export_csv', 'SQLLab')) return 'may not take results out of the SQL editor';
  const database = await loadDatabase(store, await parts.databaseId());
  const { id: databaseId, database_name: databaseName } = database;
  const place = { databaseId, databaseName, catalog: null, schema: outputSchema };
  return canAccessSchema(user, place)
    ? undefined
    : `may not read the schema ${outputSchema} of the database ${database.database_name}`;
}

function loadDatabase(store: Services['store'], id: number): Promise<Row<'databases'>> {
  return store.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

interface OutputCheck {
  readonly user: User;
  readonly table: string;
  /** The schedule that is to have it; it may have it already. */
  readonly scheduleId: number | null;
}

/** Refuses a table that is another's, or that its owner could not keep. */
export async function checkOutput(
  deps: Deps,
  parts: OutputParts,
  { user, table, scheduleId }: OutputCheck,
): Promise<void> {
  const reason = await whyNot(deps, parts, user);
  if (reason) throw fieldError({ output_table: [`The result cannot be kept as a dataset: you ${reason}.`] });
  const other = await deps.store
    .selectFrom('schedules')
    .select(['id', 'owns_table'])
    .where(({ eb, fn }) => eb(fn<string>('lower', ['output_table']), '=', table.toLowerCase()))
    .executeTakeFirst();
  if (other && other.id !== scheduleId)
    throw fieldError({ output_table: [`Another schedule keeps its result in ${table}. Choose another name.`] });
  if (other?.owns_table === 1) return;
  if (await isTaken(deps, parts, { user, table })) throw fieldError({ output_table: [takenText(table)] });
}

function takenText(table: string): string {
  return `The table ${outputSchema}.${table} is there already, and no dataset of yours is made from it. Choose another name.`;
}

/** Whether a table of the name is there that is not the user's: whoever owns its dataset may take it on. */
async function isTaken(
  { engines, store }: Deps,
  parts: OutputParts,
  { user, table }: { readonly user: User; readonly table: string },
): Promise<boolean> {
  const databaseId = await parts.databaseId();
  const engine = await engines.getEmbedded(databaseId);
  if (!(await engine.listSchemas()).includes(outputSchema)) return false;
  const tables = await engine.listTables(outputSchema);
  if (!tables.some((one) => one.table.toLowerCase() === table.toLowerCase())) return false;
  const own = await store
    .selectFrom('datasets')
    .innerJoin('owners', 'owners.object_id', 'datasets.id')
    .select('datasets.id')
    .where('owners.object_type', '=', 'dataset')
    .where('owners.user_id', '=', user.id)
    .where('datasets.database_id', '=', databaseId)
    .where('datasets.schema', '=', outputSchema)
    .where('datasets.table_name', '=', table)
    .executeTakeFirst();
  return own === undefined;
}

export interface KeptOutput {
  readonly user: User;
  readonly schedule: Schedule;
  readonly resultsKey: string | null;
  readonly signal: AbortSignal;
}

/** Keeps the result of a run as the schedule's table, and its dataset; what prevents that is thrown in words. */
export async function keepOutput(deps: Deps, parts: OutputParts, output: KeptOutput): Promise<void> {
  const { user, schedule, resultsKey, signal } = output;
  const table = schedule.output_table;
  if (table === null) return;
  if (resultsKey === null) throw refuse('it gave no rows that are kept');
  const reason = await whyNot(deps, parts, user);
  if (reason) throw refuse(`its owner ${reason}`);
  if (schedule.owns_table === 0) {
    if (await isTaken(deps, parts, { user, table })) throw refuse(takenText(table));
    // Before it is written: a run that is killed between leaves a table that is known to be the schedule's.
    await deps.store.updateTable('schedules').set({ owns_table: 1 }).where('id', '=', schedule.id).execute();
  }
  const engine = await deps.engines.getEmbedded(await parts.databaseId());
  await parts.writeTable(engine, { resultId: resultsKey, schema: outputSchema, table, signal });
  const datasetId = await parts.getOrMakeDataset(user, table);
  await refreshQuietly(parts, user, datasetId);
  await deps.store.updateTable('schedules').set({ dataset_id: datasetId }).where('id', '=', schedule.id).execute();
}

/** Somebody else's dataset keeps its description; the data are new all the same. */
async function refreshQuietly(parts: OutputParts, user: User, id: number): Promise<void> {
  try {
    await parts.refreshDataset(user, id);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 403) throw error;
  }
}

function refuse(reason: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message: reason } });
}

/** What went wrong with keeping a result, for who looks at the run. */
export function describeOutputFailure(error: unknown, log: (error: unknown) => void): string {
  if (error instanceof AppError || error instanceof EngineError)
    return `The query ran, but its result was not kept as a dataset: ${error.message}`;
  log(error);
  return 'The query ran, but its result was not kept as a dataset. The log of the server has the details.';
}
