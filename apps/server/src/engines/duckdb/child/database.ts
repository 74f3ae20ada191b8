import { setImmediate } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { chooseLateRows, lateRowsSetting } from './late-rows.ts';

export interface DatabaseOptions {
  readonly file: string;
  readonly memoryLimitMb: number;
  readonly threads: number;
  readonly tempFolder: string;
  /** Folders that statements of ours may name; users' statements name none (the sandbox refuses them). */
  readonly allowedFolders: readonly string[];
  readonly connections: number;
}

export type CancelReason = 'cancelled';

/** One running statement that can be told to stop. */
export interface Interruptible {
  readonly interrupt: () => void;
  readonly progress: () => number | null;
}

/** One DuckDB instance, locked down, with connections that are lent to one task at a time. */
export class Database {
  private readonly idle: DuckDBConnection[];
  private readonly tidying = new Set<Promise<void>>();
  /** Connections whose bare names may still mean another schema than `main`. */
  private readonly moved = new WeakSet<DuckDBConnection>();
  private readonly waiting: ((connection: DuckDBConnection) => void)[] = [];
  private readonly lateRows = new WeakMap<DuckDBConnection, number>();

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connections: readonly DuckDBConnection[],
    readonly catalog: string,
  ) {
    this.idle = [...connections];
  }

  static async open(options: DatabaseOptions): Promise<Database> {
    const instance = await DuckDBInstance.create(options.file, {
      threads: String(options.threads),
      memory_limit: `${options.memoryLimitMb}MiB`,
      temp_directory: options.tempFolder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connections: DuckDBConnection[] = [];
    // Progress and time zone are settings of a connection, and nothing can be set after the lock: all are made now.
    for (let count = 0; count < options.connections; count++) connections.push(await prepareConnection(instance));
    const catalog = await lock(connections[0]!, options.allowedFolders);
    return new Database(instance, connections, catalog);
  }

  async lend<T>(task: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection =
      this.idle.pop() ?? (await new Promise<DuckDBConnection>((resolve) => this.waiting.push(resolve)));
    try {
      await this.bringHome(connection);
      return await task(connection);
    } finally {
      // Whoever borrowed it has what they wanted, and need not wait for the tidying, nor for its beginning.
      const tidying = setImmediate().then(() => this.takeBack(connection));
      this.tidying.add(tidying);
      void tidying.then(() => this.tidying.delete(tidying));
    }
  }

  private async takeBack(connection: DuckDBConnection): Promise<void> {
    await endTransaction(connection);
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.idle.push(connection);
  }

  /** To be called before a connection's schema is set; whoever is lent it next finds it as it was. */
  markMoved(connection: DuckDBConnection): void {
    this.moved.add(connection);
  }

  /** To be called before rows of a statement are read: how the engine plans it is a setting of the connection. */
  async planFor(connection: DuckDBConnection, sql: string): Promise<void> {
    const lateRows = chooseLateRows(sql);
    if (lateRows === null || lateRows === this.lateRows.get(connection)) return;
    await connection.run(`SET ${lateRowsSetting} = ${lateRows}`);
    this.lateRows.set(connection, lateRows);
  }

  private async bringHome(connection: DuckDBConnection): Promise<void> {
    if (!this.moved.has(connection)) return;
    await connection.run(`SET schema = '${homeSchema}'`);
    this.moved.delete(connection);
  }

  /** Writes the log into the file, so that the next start has nothing to replay. */
  async close(): Promise<void> {
    for (const connection of this.connections) connection.interrupt();
    await Promise.all(this.tidying);
    await this.idle[0]?.run('CHECKPOINT').catch(() => undefined);
    for (const connection of this.connections) connection.closeSync();
    this.instance.closeSync();
  }
}

/** Where tables lie that are named without a schema. */
export const homeSchema = 'main';

const rollbackAttempts = 5;

/**
 * An interrupt can hit the ROLLBACK that follows the statement it was meant for, and whoever is lent the connection next
 * would then find it in an aborted transaction.
 */
async function endTransaction(connection: DuckDBConnection): Promise<void> {
  for (let attempt = 0; attempt < rollbackAttempts; attempt++) {
    const outcome = await connection.run('ROLLBACK').then(
      () => 'done',
      (error: Error) => error.message,
    );
    if (outcome === 'done' || /no transaction is active/i.test(outcome)) return;
  }
}

async function prepareConnection(instance: DuckDBInstance): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
  await connection.run("SET TimeZone = 'UTC'");
  return connection;
}

async function lock(connection: DuckDBConnection, allowedFolders: readonly string[]): Promise<string> {
  const folders = allowedFolders.map((folder) => `'${folder.replaceAll("'", "''")}/'`).join(', ');
  if (allowedFolders.length > 0) await connection.run(`SET allowed_directories = [${folders}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run(`SET allowed_configs = ['${lateRowsSetting}']`);
  await connection.run('SET lock_configuration = true');
  const reader = await connection.runAndReadAll('SELECT current_database()');
  return String(reader.getRows()[0]?.[0]);
}
