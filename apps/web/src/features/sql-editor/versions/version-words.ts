import type { VersionedField, WireSavedQueryVersion } from '@powerset/contract';
import { msg, type useT } from '../../../i18n/index.ts';
import { changeWords } from '../../../versions/index.ts';

type T = ReturnType<typeof useT>;

export const fieldLabels: Readonly<Record<VersionedField, string>> = {
  label: msg('Name'),
  description: msg('Description'),
  sql: msg('SQL'),
  db_id: msg('Database'),
  catalog: msg('Catalog'),
  schema: msg('Schema'),
  template_parameters: msg('Parameters'),
};

/** What one save changed, in words. */
export function versionWords(version: WireSavedQueryVersion, t: T): string {
  const { changed_fields: fields, lines_added: added, lines_removed: removed } = version;
  const lines = [
    ...(added > 0 ? [added === 1 ? t('1 line added') : t('{{count}} lines added', { count: added })] : []),
    ...(removed > 0 ? [removed === 1 ? t('1 line removed') : t('{{count}} lines removed', { count: removed })] : []),
  ];
  const sql = lines.length > 0 ? lines.join(', ') : t('Lines moved');
  const changes = fields.map((field) =>
    field === 'sql' ? sql : t('{{field}} changed', { field: t(fieldLabels[field]) }),
  );
  return changeWords(version, changes, t);
}
