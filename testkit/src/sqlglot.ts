import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pythonOf } from './services.ts';

/** A statement, and whose SQL it is in our words: `mssql`, `postgresql`. */
export interface PrintedStatement {
  readonly dialect: string;
  readonly sql: string;
}

/** What the parser found: what is wrong, null when nothing is, and the texts and names as the server would understand them. */
export interface ReadElsewhere {
  readonly problem: string | null;
  readonly texts: readonly string[];
  readonly names: readonly string[];
}

/** What it calls the servers, where that is something else. CockroachDB speaks as PostgreSQL; of Impala it knows the family alone. */
const otherNames: Readonly<Record<string, string>> = {
  postgresql: 'postgres',
  cockroachdb: 'postgres',
  mssql: 'tsql',
  impala: 'hive',
};

/** StarRocks documents `TIME_SLICE` with an interval; the parser knows it only as Snowflake writes it. */
export const isBeyondSqlglot = ({ dialect, sql }: PrintedStatement): boolean =>
  dialect === 'starrocks' && sql.includes('TIME_SLICE(');

/** Whether `npm run test:services` has installed sqlglot; a test that needs it is passed over without. */
export const hasSqlglot = (): boolean => existsSync(pythonOf('sqlglot'));

/** Reads all statements in one process, in their order. */
export async function readBySqlglot(statements: readonly PrintedStatement[]): Promise<readonly ReadElsewhere[]> {
  const script = fileURLToPath(new URL('sqlglot-reader.py', import.meta.url));
  const child = spawn(pythonOf('sqlglot'), [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const asked = statements.map(({ dialect, sql }) => ({ dialect: otherNames[dialect] ?? dialect, sql }));
  child.stdin.end(JSON.stringify(asked));
  const code = await ended;
  if (code !== 0) throw new Error(`sqlglot ended with status ${code}.`);
  // The shape that its program writes.
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as readonly ReadElsewhere[];
}
