import type { DuckDBConnection } from '@duckdb/node-api';
import { uniqueFoldedNames } from '../../unique-names.ts';
import type { KeptTable } from '../protocol.ts';
import { quoteName, quoteText } from './files/sources.ts';
import { resultCatalog, resultFile } from './result-files.ts';
import { TaskFailure } from './tasks.ts';

/**
 * Stored results that a statement reads as tables: their files are attached for as long as somebody reads them, and seen
 * under names of the connection's own. What others write cannot name them: the sandbox refuses other catalogs.
 */
export class KeptTables {
  private readonly readers = new Map<string, number>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly resultsFolder: string) {}

  async read<T>(
    connection: DuckDBConnection,
    tables: readonly KeptTable[] | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!tables || tables.length === 0) return work();
    const opened: KeptTable[] = [];
    try {
      for (const table of tables) {
        await this.inTurn(() => this.attach(connection, table));
        opened.push(table);
        await this.show(connection, table);
      }
      return await work();
    } finally {
      for (const table of opened) await this.inTurn(() => this.detach(connection, table));
    }
  }

  /** Between finding a file attached and counting as its reader nobody may detach it. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async attach(connection: DuckDBConnection, { resultId, name }: KeptTable): Promise<void> {
    const file = quoteText(resultFile(this.resultsFolder, resultId));
    await connection
      .run(`ATTACH IF NOT EXISTS ${file} AS ${resultCatalog(resultId)} (READ_ONLY)`)
      .catch((error: unknown) => {
        if (!/does not exist|cannot open|no such file/i.test(String(error))) throw error;
        throw new TaskFailure({
          origin: 'refused',
          message: `The result of the table "${name}" is not kept any more.`,
        });
      });
    this.readers.set(resultId, (this.readers.get(resultId) ?? 0) + 1);
  }

  private async show(connection: DuckDBConnection, { resultId, name }: KeptTable): Promise<void> {
    const catalog = resultCatalog(resultId);
    const header = await connection.runAndReadAll(`SELECT header FROM ${catalog}.header`);
    // This program wrote it.
    const { columns } = JSON.parse(String(header.getRows()[0]?.[0])) as { columns: readonly { name: string }[] };
    const names = uniqueFoldedNames(columns.map((column) => column.name));
    const list = names.map((column, index) => `c${index} AS ${quoteName(column)}`).join(', ');
    await connection.run(`CREATE OR REPLACE TEMP VIEW ${quoteName(name)} AS SELECT ${list} FROM ${catalog}.result`);
  }

  private async detach(connection: DuckDBConnection, { resultId, name }: KeptTable): Promise<void> {
    await connection.run('ROLLBACK').catch(() => undefined);
    await connection.run(`DROP VIEW IF EXISTS temp.${quoteName(name)}`).catch(() => undefined);
    const left = (this.readers.get(resultId) ?? 1) - 1;
    if (left > 0) this.readers.set(resultId, left);
    else {
      this.readers.delete(resultId);
      await connection.run(`DETACH DATABASE IF EXISTS ${resultCatalog(resultId)}`).catch(() => undefined);
    }
  }
}
