import pg from 'pg';
import { fromUri } from '../postgresql/index.ts';
import type { ForeignRow, TableDriver } from './reader.ts';

const connectTimeoutMs = 10_000;

/** All that is read belongs to one moment, in a transaction that can write nothing. */
export async function openPostgresqlTables(uri: string): Promise<TableDriver> {
  const { host, port, user, password, database, sslMode } = fromUri(uri);
  const isChecked = sslMode === 'verify-ca' || sslMode === 'verify-full';
  const client = new pg.Client({
    ...{ host, port, user, database, password: password ?? '' },
    ssl: sslMode === 'disable' ? false : { rejectUnauthorized: isChecked },
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'powerset migrate',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // Told by whatever is asked next.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin transaction isolation level repeatable read read only');
  const query = async (sql: string): Promise<readonly ForeignRow[]> => (await client.query(sql)).rows;
  return {
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    asText: (column) => `cast(${column} as text)`,
    query,
    listColumns: async () => {
      const rows = await query(
        'select table_name as t, column_name as c from information_schema.columns where table_schema = current_schema() order by ordinal_position',
      );
      return rows.map((row) => ({ table: String(row.t), column: String(row.c) }));
    },
    close: () => client.end(),
  };
}

/** Times stay the texts that the server writes; whole numbers are numbers. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  const { BOOL, BYTEA, FLOAT4, FLOAT8, INT2, INT4, INT8, NUMERIC } = pg.types.builtins;
  if (type === INT8 || type === NUMERIC || type === FLOAT4 || type === FLOAT8) return Number;
  if ([BOOL, BYTEA, INT2, INT4].includes(type)) return pg.types.getTypeParser(type, format as 'text');
  return String;
}
