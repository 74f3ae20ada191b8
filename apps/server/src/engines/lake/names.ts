/** Names that the engine keeps for itself, as schemas and as tables. */
const ownSchemas: ReadonlySet<string> = new Set([
  'information_schema',
  'pg_catalog',
  'system',
  'temp',
  'pg_temp',
  'pg_toast',
]);
const ownTable = /^(duckdb_|pragma_|sqlite_|pg_)/i;
const longest = 200;

/** A file's or folder's name as a table or schema: no sign of it reads as a path or a pattern to whoever checks statements. */
export function toName(text: string): string {
  const plain = text.replace(/[./\\*?:\p{Cc}]+/gu, '_').slice(0, longest);
  const name = plain.trim() === '' ? 'files' : plain.trim();
  return ownTable.test(name) ? `t_${name}` : name;
}

/** Folders in folders are one schema: `sales/eu` is `sales__eu`. */
export function toSchema(folder: string): string {
  if (folder === '') return homeSchema;
  const name = folder.split('/').map(toName).join('__').slice(0, longest);
  return ownSchemas.has(name.toLowerCase()) ? `${name}_` : name;
}

export const homeSchema = 'main';
