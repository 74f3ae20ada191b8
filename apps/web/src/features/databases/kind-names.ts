import { useT } from '../../i18n/index.ts';
import type { DatabaseKind } from './connection-form.ts';

/** What a kind of database is called: a name of its own, or words for what is none. */
export function useKindName(): (kind: DatabaseKind) => string {
  const t = useT();
  const words: Readonly<Record<string, string>> = {
    files: t('Files in a folder'),
    s3: t('Files in S3 storage'),
  };
  return ({ engine, name }) => words[engine] ?? name;
}
