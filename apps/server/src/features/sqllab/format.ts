import { format, type SqlLanguage } from 'sql-formatter';
import { AppError } from '../../http/index.ts';

/** Upper-case keywords and indentation. */
export function formatSql(sql: string, dialect: string | null | undefined): string {
  try {
    return format(sql, { language: languages.get(dialect ?? '') ?? 'sql', keywordCase: 'upper', tabWidth: 2 });
  } catch (error) {
    throw new AppError('UNPROCESSABLE_ERROR', {
      params: { message: `sql: Cannot be formatted. ${(error as Error).message.split('\n')[0]}` },
    });
  }
}

const known: readonly SqlLanguage[] = ['duckdb', 'postgresql', 'mysql', 'mariadb', 'sqlite', 'clickhouse', 'trino'];
const languages: ReadonlyMap<string, SqlLanguage> = new Map(known.map((name) => [name, name]));
