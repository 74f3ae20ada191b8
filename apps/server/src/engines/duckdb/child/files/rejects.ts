import { randomUUID } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { RejectedLine } from '../../../files/file-options.ts';
import { quoteName } from './sources.ts';

/** Where DuckDB notes the lines of one scan that it could not read. */
export interface RejectTables {
  readonly options: readonly string[];
  readonly read: () => Promise<{ rejected: RejectedLine[]; rejectedCount: number; unclosedLine: number | null }>;
  readonly drop: () => Promise<void>;
}

const recordedAtMost = 100_000;
const shownAtMost = 100;

export function openRejects(connection: DuckDBConnection): RejectTables {
  const suffix = randomUUID().replaceAll('-', '');
  const errors = quoteName(`reject_errors_${suffix}`);
  const scans = quoteName(`reject_scans_${suffix}`);
  return {
    options: [
      'store_rejects = true',
      `rejects_table = 'reject_errors_${suffix}'`,
      `rejects_scan = 'reject_scans_${suffix}'`,
      `rejects_limit = ${recordedAtMost}`,
    ],
    read: () => readRejects(connection, errors),
    drop: async () => {
      await connection.run(`DROP TABLE IF EXISTS ${errors}`).catch(() => undefined);
      await connection.run(`DROP TABLE IF EXISTS ${scans}`).catch(() => undefined);
    },
  };
}

async function readRejects(connection: DuckDBConnection, errors: string): ReturnType<RejectTables['read']> {
  const counted = await connection.runAndReadAll(
    `SELECT count(DISTINCT line), min(line) FILTER (WHERE error_type = 'UNQUOTED VALUE' AND error_message ILIKE '%unterminated%') FROM ${errors}`,
  );
  const [count, unclosed] = counted.getRows()[0] ?? [0, null];
  const reader = await connection.runAndReadAll(
    `SELECT line::BIGINT, column_name, error_type, left(error_message, 300), left(csv_line, 300) FROM ${errors} ORDER BY line, column_idx LIMIT ${shownAtMost}`,
  );
  const rejected = reader.getRows().map(([line, column, kind, message, text]) => ({
    line: Number(line),
    column: column === null ? null : String(column),
    message: toMessage(String(kind), String(message)),
    text: String(text ?? '').replace(/\r?\n$/, ''),
  }));
  return { rejected, rejectedCount: Number(count), unclosedLine: unclosed === null ? null : Number(unclosed) };
}

function toMessage(kind: string, message: string): string {
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message);
  if (counts) return `${counts[2]} values instead of ${counts[1]}`;
  const cast = /Could not convert string "(.*)" to '(.*)'/s.exec(message);
  if (cast) return `"${cast[1]}" is not a ${cast[2]}`;
  return kind === 'UNQUOTED VALUE' ? 'A quoted value is not closed, or text follows its closing quote' : message;
}
