import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { defuseFormula } from '../../../../formulas/index.ts';
import type { RejectedLine } from '../../../files/file-options.ts';
import { quoteName } from './sources.ts';

/** Where DuckDB notes the lines of one scan that it could not read. */
export interface RejectTables {
  readonly options: readonly string[];
  readonly read: () => Promise<{ rejected: RejectedLine[]; rejectedCount: number; unclosedLine: number | null }>;
  /** Writes every recorded line as CSV. */
  readonly write: (target: string, defusesFormulas: boolean) => Promise<void>;
  readonly drop: () => Promise<void>;
}

const recordedAtMost = 100_000;
const shownAtMost = 100;
const textAtMost = 300;

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
    write: async (target, defusesFormulas) => {
      const toText = defusesFormulas ? defuseFormula : (value: string) => value;
      const lines = (await readLines(connection, errors, recordedAtMost)).map(({ line, column, message, text }) =>
        [String(line), ...[column ?? '', message, text].map(toText)].map(toCsvCell).join(','),
      );
      await writeFile(target, `${['line,column,reason,text', ...lines].join('\r\n')}\r\n`, { mode: 0o600 });
    },
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
  const rejected = await readLines(connection, errors, shownAtMost);
  return { rejected, rejectedCount: Number(count), unclosedLine: unclosed === null ? null : Number(unclosed) };
}

async function readLines(connection: DuckDBConnection, errors: string, limit: number): Promise<RejectedLine[]> {
  const reader = await connection.runAndReadAll(
    `SELECT line::BIGINT, column_name, error_type, left(error_message, 300), left(csv_line, ${textAtMost}) FROM ${errors} ORDER BY line, error_type NOT IN ('MISSING COLUMNS', 'TOO MANY COLUMNS'), column_idx LIMIT ${limit}`,
  );
  return reader.getRows().map(([line, column, kind, message, text]) => ({
    line: Number(line),
    column: column === null ? null : String(column),
    message: toMessage(String(kind), String(message)),
    text: String(text ?? '').replace(/\r?\n$/, ''),
  }));
}

function toCsvCell(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

const notInEncoding =
  'It is not in the encoding that was chosen. Choose the encoding that fits, for example windows-1252';

function toMessage(kind: string, message: string): string {
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message);
  if (counts) return `${counts[2]} values instead of ${counts[1]}`;
  const cast = /Could not convert string "(.*)" to '(.*)'/s.exec(message);
  if (cast) return `"${cast[1]}" is not a ${cast[2]}`;
  if (/ENCODING|UNICODE/.test(kind)) return notInEncoding;
  return kind === 'UNQUOTED VALUE' ? 'A quoted value is not closed, or text follows its closing quote' : message;
}
