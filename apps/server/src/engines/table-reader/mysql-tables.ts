import { createConnection } from 'mysql2';
import { fromUri } from '../mysql/index.ts';
import type { ForeignRow, TableDriver } from './reader.ts';

const connectTimeoutMs = 10_000;

/** All that is read belongs to one moment, in a transaction that can write nothing. */
export async function openMysqlTables(uri: string): Promise<TableDriver> {
  const { host, port, user, password, database, sslMode } = fromUri(uri);
  const connection = createConnection({
    ...{ host, port, user, database, password: password ?? '' },
    ...(sslMode === 'disable'
      ? {}
      : { ssl: { rejectUnauthorized: sslMode !== 'require', verifyIdentity: sslMode === 'verify-full' } }),
    ...{ connectTimeout: connectTimeoutMs, charset: 'utf8mb4', supportBigNumbers: true },
    ...{ dateStrings: true, jsonStrings: true },
    // A server must not be able to ask for files of this machine.
    flags: ['-LOCAL_FILES'],
  });
  const query = (sql: string) =>
    new Promise<readonly ForeignRow[]>((resolve, reject) => {
      connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as readonly ForeignRow[])));
    });
  await new Promise<void>((resolve, reject) => {
    // Told by whatever is asked next.
    connection.on('error', () => undefined);
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  await query('set session transaction isolation level repeatable read');
  await query('start transaction with consistent snapshot, read only');
  return {
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    asText: (column) => `cast(${column} as char)`,
    query,
    listColumns: async () => {
      const rows = await query(
        'select table_name as t, column_name as c from information_schema.columns where table_schema = database() order by ordinal_position',
      );
      return rows.map((row) => ({ table: String(row.t), column: String(row.c) }));
    },
    close: async () => connection.destroy(),
  };
}
