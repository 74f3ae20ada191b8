import { format, type SqlLanguage, supportedDialects } from 'sql-formatter';
import { TaskError } from './task-error.ts';

export interface FormatTask {
  readonly kind: 'format';
  readonly sql: string;
  readonly dialect: string | null | undefined;
}

/** Upper-case keywords and indentation. */
export function formatSql({ sql, dialect }: FormatTask): string {
  try {
    return format(sql, { language: languageOf(dialect), keywordCase: 'upper', tabWidth: 2 });
  } catch (error) {
    throw new TaskError((error as Error).message.split('\n')[0] ?? '');
  }
}

/** Grammars are called as the engines are; standard SQL where there is none of that name. */
function languageOf(dialect: string | null | undefined): SqlLanguage {
  const name = supportedDialects.find((candidate) => candidate === dialect);
  // The list holds nothing but names of languages.
  return (name ?? 'sql') as SqlLanguage;
}
