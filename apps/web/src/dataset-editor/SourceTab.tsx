import { Badge, classNames, Field, lineRoles, Select, TextInput, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/index.ts';
import { SqlField } from '../controls/sql-field/index.ts';
import { catalogsQuery } from '../databases/index.ts';
import { useT } from '../i18n/index.ts';
import type { DraftProps } from './draft.ts';
import { toDraftNames } from './names.ts';
import parts from './parts.module.css';
import styles from './SourceTab.module.css';

/** The table or the query that the rows come from. */
export function SourceTab({ draft, onChange }: DraftProps) {
  const t = useT();
  const isVirtual = draft.kind === 'virtual';
  return (
    <div className={classNames(parts.fields, styles.source)}>
      <p className={lineRoles.line}>
        <Badge kind="info">{isVirtual ? t('Virtual (SQL)') : t('Physical (table or view)')}</Badge>
        <span className={textRoles.secondary}>{t('on {{database}}', { database: draft.database.database_name })}</span>
      </p>
      <CatalogField draft={draft} onChange={onChange} />
      <div className={classNames(parts.pair, styles.place)}>
        <Field label={isVirtual ? t('Dataset name') : t('Table')}>
          {(ids) => (
            <TextInput
              {...ids}
              maxLength={250}
              value={draft.table_name}
              onChange={(table_name) => onChange({ table_name })}
            />
          )}
        </Field>
        <Field label={t('Schema')}>
          {(ids) => <TextInput {...ids} value={draft.schema ?? ''} onChange={(schema) => onChange({ schema })} />}
        </Field>
      </div>
      {isVirtual ? (
        <Field label={t('SQL')}>
          {(ids) => (
            <SqlField
              id={ids.id}
              label={t('SQL')}
              rows={12}
              names={{ columns: toDraftNames(draft) }}
              databaseId={draft.database.id}
              backend={draft.database.backend}
              value={draft.sql ?? ''}
              onChange={(sql) => onChange({ sql })}
            />
          )}
        </Field>
      ) : (
        <p className={classNames(textRoles.muted, textRoles.small)}>
          {t('Another table must have the columns that charts of this dataset use.')}
        </p>
      )}
    </div>
  );
}

/** Only where the connection may read more than its own. */
function CatalogField({ draft, onChange }: DraftProps) {
  const t = useT();
  const { id, allow_multi_catalog: isOffered } = draft.database;
  const { data = [], error, isFetching } = useQuery({ ...catalogsQuery(id), enabled: isOffered });
  if (!isOffered) return null;
  const names = [...new Set([...(draft.catalog ? [draft.catalog] : []), ...data])];
  return (
    <Field label={t('Catalog')} error={error ? errorText(error) : null}>
      {(ids) => (
        <Select
          id={ids.id}
          label={t('Catalog')}
          value={draft.catalog ?? undefined}
          choices={names.map((name) => ({ value: name, label: name }))}
          isLoading={isFetching}
          isInvalid={error !== null}
          onChange={(catalog) => (catalog === undefined ? undefined : onChange({ catalog }))}
        />
      )}
    </Field>
  );
}
