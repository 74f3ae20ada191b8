import { format, type SqlLanguage, supportedDialects } from 'sql-formatter';
import { AppError } from '../../http/index.ts';

/** Upper-case keywords and indentation. */
export function formatSql(sql: string, dialect: string | null | undefined): string {
  try {
    return format(sql, { language: languageOf(dialect), keywordCase: 'upper', tabWidth: 2 });
  } catch (error) {
    throw new AppError('UNPROCESSABLE_ERROR', {
      params: { message: `sql: Cannot be formatted. ${(error as Error).message.split('\n')[0]}` },
    });
  }
}

/** Grammars are called as the engines are; standard SQL where there is none of that name. */
function languageOf(dialect: string | null | undefined): SqlLanguage {
  const name = supportedDialects.find((candidate) => candidate === dialect);
  // The list holds nothing but names of languages.
  return (name ?? 'sql') as SqlLanguage;
}
