import { SyncOutlined } from '@ant-design/icons-svg';
import {
  Button,
  Checkbox,
  classNames,
  EmptyState,
  Field,
  lineRoles,
  newUuid,
  SearchInput,
  Select,
  TextInput,
  textRoles,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../i18n/index.ts';
import { useSession } from '../shell/index.ts';
import { advancedTypesQuery } from './advanced-types.ts';
import { CertificationFields } from './CertificationFields.tsx';
import styles from './ColumnsTab.module.css';
import type { Change, DraftColumn, DraftProps } from './draft.ts';
import { editItems } from './edit-items.ts';
import { FieldDetails } from './FieldDetails.tsx';
import { Cell, DescriptionField, ExpressionCell, TextField } from './FieldParts.tsx';
import { type FieldHead, type FieldRow, FieldTable } from './FieldTable.tsx';

const editColumns = ({ onChange }: DraftProps) =>
  editItems<DraftColumn>((toNext) => onChange(({ columns }) => ({ columns: toNext(columns) })));

const flags = ['is_dttm', 'filterable', 'groupby'] as const;

function useFlagLabels(): Readonly<Record<(typeof flags)[number], string>> {
  const t = useT();
  return { is_dttm: t('Is temporal'), filterable: t('Is filterable'), groupby: t('Is dimension') };
}

function useFlagHeads(): readonly FieldHead[] {
  const labels = useFlagLabels();
  return flags.map((flag) => ({ label: labels[flag], isShort: true }));
}

interface FlagCellProps {
  readonly column: DraftColumn;
  readonly flag: (typeof flags)[number];
  readonly onChange: (change: Partial<DraftColumn>) => void;
}

function FlagCell({ column, flag, onChange }: FlagCellProps) {
  const labels = useFlagLabels();
  return (
    <Checkbox
      label={`${labels[flag]}: ${column.column_name}`}
      isChecked={column[flag]}
      onChange={(isOn) => onChange({ [flag]: isOn })}
    >
      <span className={styles.flag}>{labels[flag]}</span>
    </Checkbox>
  );
}

/** The columns of the table or query. */
export function ColumnsTab(props: DraftProps & { readonly onSync: () => void }) {
  const t = useT();
  const flagHeads = useFlagHeads();
  const { patch, remove } = editColumns(props);
  const [text, setText] = useState('');
  const { draft } = props;
  const toRow = (column: DraftColumn, at: number): FieldRow => ({
    key: column.column_name,
    name: column.column_name,
    cells: [
      <span key="name" className={textRoles.code}>
        {column.column_name}
      </span>,
      <span key="type" className={classNames(textRoles.code, textRoles.muted)}>
        {column.type}
      </span>,
      <Cell
        key="label"
        label={t('Label')}
        value={column.verbose_name}
        onChange={(verbose_name) => patch(at, { verbose_name })}
      />,
      ...flags.map((flag) => (
        <FlagCell key={flag} column={column} flag={flag} onChange={(change) => patch(at, change)} />
      )),
    ],
    details: <ColumnDetails column={column} patch={(change) => patch(at, change)} />,
    onRemove: () => remove(at),
  });
  const rows = draft.columns.flatMap((column, at) => {
    const isShown = column.expression === null && column.column_name.toLowerCase().includes(text.toLowerCase());
    return isShown ? [toRow(column, at)] : [];
  });
  return (
    <>
      <div className={classNames(lineRoles.line, styles.bar)}>
        <SearchInput size="small" label={t('Search columns')} value={text} onChange={setText} />
        <Button size="small" icon={SyncOutlined} onClick={props.onSync}>
          {t('Sync columns from source')}
        </Button>
      </div>
      <FieldTable
        heads={[{ label: t('Column') }, { label: t('Data type'), isShort: true }, { label: t('Label') }, ...flagHeads]}
        rows={rows}
        empty={<EmptyState size="small" title={t('Nothing found')} />}
      />
    </>
  );
}

const emptyColumn: DraftColumn = {
  column_name: '',
  verbose_name: null,
  description: null,
  expression: '',
  type: null,
  is_dttm: false,
  filterable: true,
  groupby: true,
  extra: null,
};

/** Columns that are expressions over others. */
export function CalculatedTab(props: DraftProps) {
  const t = useT();
  const flagHeads = useFlagHeads();
  const { add, patch, remove } = editColumns(props);
  const { draft } = props;
  const toRow = (column: DraftColumn, at: number): FieldRow => ({
    key: String(at),
    name: column.column_name,
    cells: [
      <Cell
        key="name"
        label={t('Column')}
        placeholder={t('Column')}
        value={column.column_name}
        onChange={(column_name) => patch(at, { column_name })}
      />,
      <ExpressionCell
        key="sql"
        draft={draft}
        value={column.expression}
        onChange={(expression) => patch(at, { expression })}
      />,
      ...flags.map((flag) => (
        <FlagCell key={flag} column={column} flag={flag} onChange={(change) => patch(at, change)} />
      )),
    ],
    details: <ColumnDetails column={column} patch={(change) => patch(at, change)} isCalculated />,
    onRemove: () => remove(at),
  });
  return (
    <FieldTable
      heads={[{ label: t('Column') }, { label: t('SQL expression') }, ...flagHeads]}
      rows={draft.columns.flatMap((column, at) => (column.expression === null ? [] : [toRow(column, at)]))}
      empty={
        <EmptyState
          size="small"
          title={t('No saved expressions found')}
          text={t('A calculated column is an expression over the others.')}
        />
      }
      onAdd={() => add({ ...emptyColumn, uuid: newUuid() })}
    />
  );
}

interface ColumnDetailsProps {
  readonly column: DraftColumn;
  readonly patch: (change: Change<DraftColumn>) => void;
  readonly isCalculated?: boolean;
}

const typeChoices = ['STRING', 'NUMERIC', 'DATETIME', 'BOOLEAN'];

function ColumnDetails({ column, patch, isCalculated }: ColumnDetailsProps) {
  const t = useT();
  return (
    <FieldDetails>
      {isCalculated ? (
        <>
          <TextField
            label={t('Label')}
            value={column.verbose_name}
            onChange={(verbose_name) => patch({ verbose_name })}
          />
          <Field label={t('Data type')}>
            {(ids) => (
              <Select
                {...ids}
                label={t('Data type')}
                isClearable
                isFreeForm
                value={column.type ?? undefined}
                choices={typeChoices.map((type) => ({ value: type, label: type }))}
                onChange={(type) => patch({ type: type ?? null })}
              />
            )}
          </Field>
        </>
      ) : null}
      <DescriptionField value={column.description} onChange={(description) => patch({ description })} />
      <Field
        label={t('Datetime format')}
        help={t('How times are written when they are stored as text: %Y-%m-%d, epoch_s or epoch_ms.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={column.python_date_format ?? ''}
            placeholder="%Y-%m-%d"
            onChange={(python_date_format) => patch({ python_date_format })}
          />
        )}
      </Field>
      <Field
        label={t('Datetime format of results')}
        help={t('How texts of a temporal column are read as times where they come back in results, as %d.%m.%Y.')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            value={column.datetime_format ?? ''}
            placeholder="%d.%m.%Y"
            onChange={(datetime_format) => patch({ datetime_format })}
          />
        )}
      </Field>
      <AdvancedTypeField column={column} patch={patch} />
      <CertificationFields
        extra={column.extra}
        onChange={(toExtra) => patch(({ extra }) => ({ extra: toExtra(extra) }))}
      />
    </FieldDetails>
  );
}

function AdvancedTypeField({ column, patch }: ColumnDetailsProps) {
  const t = useT();
  const { isFeatureEnabled } = useSession();
  const isOn = isFeatureEnabled('ENABLE_ADVANCED_DATA_TYPES');
  const types = useQuery({ ...advancedTypesQuery, enabled: isOn });
  if (!isOn) return null;
  return (
    <Field label={t('Advanced data type')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Advanced data type')}
          isClearable
          value={column.advanced_data_type ?? undefined}
          choices={(types.data ?? []).map((name) => ({ value: name, label: name }))}
          onChange={(name) => patch({ advanced_data_type: name ?? null })}
        />
      )}
    </Field>
  );
}
