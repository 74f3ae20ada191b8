import type { Document } from '../../metadata/index.ts';

/** What the reference takes inside a database's `extra`; a file with anything else in it is refused there. */
const exchanged = new Set([
  'metadata_params',
  'engine_params',
  'metadata_cache_timeout',
  'cost_estimate_enabled',
  'allows_virtual_table_explore',
  'cancel_query_on_windows_unload',
  'disable_data_preview',
  'disable_drill_to_detail',
  'allow_multi_catalog',
  'per_user_caching',
  'version',
  'schema_options',
]);

/** In files the setting has its old name. */
const storedName = 'schemas_allowed_for_file_upload';
const fileName = 'schemas_allowed_for_csv_upload';

export function toFileExtra(extra: Document): Document {
  const { [storedName]: schemas, ...rest } = extra;
  const known = Object.entries(rest).filter(
    ([name, value]) => exchanged.has(name) && (value !== null || name === 'version'),
  );
  return { ...Object.fromEntries(known), ...(Array.isArray(schemas) ? { [fileName]: schemas } : {}) };
}

export function toStoredExtra(extra: Document): Document {
  const { [fileName]: schemas, ...rest } = extra;
  return schemas === undefined ? rest : { [storedName]: schemas, ...rest };
}
