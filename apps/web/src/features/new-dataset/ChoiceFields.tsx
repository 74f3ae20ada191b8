import { Field, Select } from '@powerset/ui';
import { errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, useSession } from '../../shell/index.ts';
import styles from './ChoiceFields.module.css';
import type { useTableChoice } from './use-new-dataset.ts';

export type TableChoice = ReturnType<typeof useTableChoice>;

/** Database, catalog where others than its own are read, schema and table; each waits for the one before. */
export function ChoiceFields({ choice }: { choice: TableChoice }) {
  const t = useT();
  const hasUpload = mayUpload(useSession());
  const { place, databases, catalogs, schemas, tables, choose, searchTables } = choice;
  const { databaseId, catalog, schema, table } = place;
  return (
    <div className={styles.fields}>
      <ChoiceField
        label={t('Database')}
        placeholder={t('Choose a database')}
        value={databaseId}
        choices={databases.collection.map((row) => ({ value: row.id, label: row.database_name }))}
        isLoading={databases.isFirstLoad}
        error={databases.error}
        onChoose={(id) => choose({ databaseId: id })}
      />
      {catalogs.isOffered ? (
        <ChoiceField
          label={t('Catalog')}
          placeholder={t('Choose a catalog')}
          value={catalogs.shown ?? undefined}
          choices={(catalogs.data ?? []).map((name) => ({ value: name, label: name }))}
          isLoading={catalogs.isFetching}
          error={catalogs.error}
          onChoose={(name) => choose({ databaseId, ...(name === catalogs.own ? {} : { catalog: name }) })}
        />
      ) : null}
      <ChoiceField
        label={t('Schema')}
        placeholder={t('Choose a schema')}
        value={schema}
        choices={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
        isLoading={schemas.isFetching}
        error={schemas.error}
        isDisabled={databaseId === undefined}
        onChoose={(name) => choose({ databaseId, catalog, schema: name })}
      />
      <ChoiceField
        label={t('Table')}
        placeholder={t('Choose a table')}
        value={table}
        choices={(tables.data ?? []).map((row) => ({ value: row.value, label: row.value }))}
        isLoading={tables.isFetching}
        error={tables.error}
        isDisabled={schema === undefined}
        onSearch={searchTables}
        onChoose={(name) => choose({ databaseId, catalog, schema, table: name })}
      />
      {hasUpload ? <a href={addresses.upload}>{t('Upload a file instead')}</a> : null}
    </div>
  );
}

interface ChoiceFieldProps<Value extends string | number> {
  readonly label: string;
  readonly placeholder: string;
  readonly value: Value | undefined;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly isDisabled?: boolean;
  /** Where the choices are not all there are. */
  readonly onSearch?: (text: string) => void;
  readonly onChoose: (value: Value) => void;
}

function ChoiceField<Value extends string | number>(props: ChoiceFieldProps<Value>) {
  const { label, placeholder, value, choices, isLoading, error, isDisabled, onSearch, onChoose } = props;
  return (
    <Field label={label} error={error ? errorText(error) : null}>
      {(ids) => (
        <Select
          id={ids.id}
          label={label}
          placeholder={placeholder}
          value={value}
          choices={choices}
          isLoading={isLoading}
          isInvalid={error !== null}
          isDisabled={isDisabled}
          {...(onSearch ? { onSearch } : {})}
          onChange={(next) => (next === undefined ? undefined : onChoose(next))}
        />
      )}
    </Field>
  );
}
