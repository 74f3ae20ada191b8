import type { Problems } from './problems.ts';
import type { DatasetFile } from './shapes.ts';

/** What only some engines have: no engine here does, so it is kept where the database cannot be opened, and else told. */
const names = ['source_db_engine'] as const;

interface KeptWhere {
  readonly file: string;
  readonly isForeign: boolean;
  readonly problems: Problems;
}

/** The fields of a document as the store keeps them; null when nothing is kept. */
export function toKeptFields(
  value: Partial<Pick<DatasetFile, (typeof names)[number]>>,
  { file, isForeign, problems }: KeptWhere,
): string | null {
  const given = Object.entries(value).filter(([name, item]) => isKeptName(name) && !isEmpty(item));
  if (given.length === 0) return null;
  if (isForeign) return JSON.stringify(Object.fromEntries(given));
  for (const [name] of given) problems.warn(`${file}: \`${name}\` is not known here and was left out.`);
  return null;
}

function isKeptName(name: string): boolean {
  return names.some((known) => known === name);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
