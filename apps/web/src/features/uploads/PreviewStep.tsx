import {
  databaseEndpoints,
  type FileReadingOptions,
  fromWireTable,
  type PreviewBody,
  type UploadBody,
  type UploadPreview,
  uploadColumnTypes,
} from '@powerset/contract';
import {
  Badge,
  Button,
  Checkbox,
  classNames,
  ErrorBox,
  Field,
  lineRoles,
  plainText,
  Select,
  TextInput,
  TypeIcon,
  textRoles,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import { msg, useT } from '../../i18n/index.ts';
import { formatCount } from './file-size.ts';
import styles from './PreviewStep.module.css';
import parts from './parts.module.css';
import { ReadingFields } from './ReadingFields.tsx';
import { RejectedLines } from './RejectedLines.tsx';
import { typeKind } from './type-kind.ts';
import {
  changeColumn,
  type DraftColumn,
  findProblems,
  toColumnTypes,
  toDraft,
  toUploadBody,
  type UploadDraft,
} from './upload-draft.ts';

export interface PreviewStepProps {
  readonly preview: UploadPreview;
  readonly schema: string;
  readonly databaseId: number;
  readonly error: string | null;
  readonly isReading: boolean;
  readonly isLoading: boolean;
  readonly progress: ReactNode;
  readonly onRead: (body: PreviewBody) => void;
  readonly onLoad: (body: UploadBody) => void;
  readonly onDiscard: () => void;
}

/** What the button does, by what happens to a table of that name. */
const actions: Readonly<Record<UploadDraft['ifExists'], string>> = {
  fail: msg('Create dataset'),
  replace: msg('Replace the table'),
  append: msg('Add the rows'),
};

/** What is in the file, to be corrected: names, types, how it is read; and where it goes. */
export function PreviewStep(props: PreviewStepProps) {
  const { preview, schema, isReading, isLoading } = props;
  const t = useT();
  const [edited, setEdited] = useState<{ readonly draft: UploadDraft; readonly of: UploadPreview } | null>(null);
  const [options, setOptions] = useState<FileReadingOptions>({});
  const draft = edited?.of === preview ? edited.draft : toDraft(preview, schema, edited?.draft);
  const setDraft = (next: UploadDraft) => {
    setEdited({ draft: next, of: preview });
    const types = toColumnTypes(next);
    if (!isSameTypes(types, toColumnTypes(draft))) props.onRead({ ...options, column_types: types });
  };
  const problems = findProblems(draft, t);
  const isBlocked = problems.tableName !== null || problems.columns !== null || isReading;
  const read = (change: FileReadingOptions) => {
    const next = { ...options, ...change };
    setOptions(next);
    props.onRead({ ...next, column_types: toColumnTypes(draft) });
  };
  return (
    <>
      <div className={classNames(lineRoles.line, parts.file)}>
        <span dir="auto" className={classNames(parts.fileName, textRoles.medium, textRoles.truncated)}>
          {preview.file_name}
        </span>
        <Badge>{preview.format.toUpperCase()}</Badge>
        {preview.row_estimate === null ? null : (
          <Badge>
            {preview.row_estimate === 1
              ? t('about 1 row')
              : t('about {{count}} rows', { count: formatCount(preview.row_estimate) })}
          </Badge>
        )}
        {preview.encoding ? <Badge>{preview.encoding}</Badge> : null}
        {preview.rejected_count > 0 ? (
          <Badge kind="warning">
            {preview.rejected_count === 1 ? t('1 line cannot be read') : unreadableText(t, preview.rejected_count)}
          </Badge>
        ) : null}
        <span className={classNames(parts.fileEnd, lineRoles.end)}>
          <Button kind="text" isDisabled={isLoading} onClick={props.onDiscard}>
            {t('Choose another file')}
          </Button>
        </span>
      </div>
      {props.error ? <ErrorBox title={t('The file could not be loaded')} text={props.error} /> : null}
      <Target draft={draft} onChange={setDraft} problem={problems.tableName} databaseId={props.databaseId} />
      <ReadingFields preview={preview} options={options} onRead={read} />
      <MissingWords
        words={preview.missing_words}
        isDisabled={isReading || isLoading}
        onTake={() => read({ null_values: [...(options.null_values ?? []), ...preview.missing_words] })}
      />
      {problems.columns ? (
        <div className={styles.problem} role="alert">
          {problems.columns}
        </div>
      ) : null}
      <PreviewTable preview={preview} draft={draft} onChange={setDraft} isDim={isReading} />
      <RejectedLines
        count={preview.rejected_count}
        lines={preview.rejected}
        title={t('Lines that cannot be read are left out: {{count}}', { count: preview.rejected_count })}
      />
      <div className={styles.foot}>
        {props.progress ?? (
          <Button
            kind="primary"
            isDisabled={isBlocked}
            onClick={() => props.onLoad(toUploadBody(preview, draft, options))}
          >
            {t(actions[draft.ifExists])}
          </Button>
        )}
      </div>
    </>
  );
}

const isSameTypes = (one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>) =>
  JSON.stringify(one) === JSON.stringify(other);

interface MissingWordsProps {
  readonly words: readonly string[];
  readonly isDisabled: boolean;
  readonly onTake: () => void;
}

/** Says why a column of numbers was taken for text, and puts it right. */
function MissingWords({ words, isDisabled, onTake }: MissingWordsProps) {
  const t = useT();
  if (words.length === 0) return null;
  return (
    <div className={classNames(lineRoles.line, styles.missing)} role="status">
      <span>
        {t('Some columns hold only numbers or dates, apart from {{words}}.', {
          words: words.map((word) => `“${word}”`).join(', '),
        })}
      </span>
      <Button size="small" isDisabled={isDisabled} onClick={onTake}>
        {t('Read as NULL')}
      </Button>
    </div>
  );
}

interface TargetProps {
  readonly draft: UploadDraft;
  readonly onChange: (draft: UploadDraft) => void;
  readonly problem: string | null;
  readonly databaseId: number;
}

function Target({ draft, onChange, problem, databaseId }: TargetProps) {
  const t = useT();
  const schemas = useQuery({
    queryKey: ['upload-schemas', databaseId],
    queryFn: ({ signal }) => api.callEndpoint(databaseEndpoints.uploadSchemas, { params: { id: databaseId }, signal }),
  });
  const choices = [...new Set([draft.schema, ...(schemas.data?.schemas ?? [])])].filter(Boolean);
  return (
    <div className={parts.fields}>
      <Field label={t('Table name')} error={problem}>
        {(ids) => (
          <TextInput {...ids} value={draft.tableName} onChange={(tableName) => onChange({ ...draft, tableName })} />
        )}
      </Field>
      <Field label={t('Schema')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Schema')}
            value={draft.schema}
            choices={choices.map((name) => ({ value: name, label: name }))}
            onChange={(name) => onChange({ ...draft, schema: name ?? draft.schema })}
          />
        )}
      </Field>
      <Field label={t('If the table exists')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('If the table exists')}
            value={draft.ifExists}
            choices={[
              { value: 'fail' as const, label: t('Keep it and say so') },
              { value: 'replace' as const, label: t('Replace it') },
              { value: 'append' as const, label: t('Add the rows to it') },
            ]}
            onChange={(ifExists) => onChange({ ...draft, ifExists: ifExists ?? 'fail' })}
          />
        )}
      </Field>
    </div>
  );
}

interface PreviewTableProps {
  readonly preview: UploadPreview;
  readonly draft: UploadDraft;
  readonly onChange: (draft: UploadDraft) => void;
  readonly isDim: boolean;
}

const shownRows = 50;

function PreviewTable({ preview, draft, onChange, isDim }: PreviewTableProps) {
  const t = useT();
  const table = useMemo(() => fromWireTable(preview.rows), [preview]);
  const rows = Array.from({ length: Math.min(shownRows, table.rowCount) }, (_, row) => row);
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  return (
    <section className={classNames(styles.table, isDim && styles.dim)} aria-label={t('Preview')}>
      <table>
        <thead>
          <tr>
            {draft.columns.map((column) => (
              <th key={column.source}>
                <ColumnHead
                  column={column}
                  onChange={(change) => onChange(changeColumn(draft, column.source, change))}
                />
              </th>
            ))}
            <td className={styles.rest} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {draft.columns.map((column) => {
                const data = byName.get(column.source);
                const value = data?.values[row] ?? null;
                return (
                  <td
                    key={column.source}
                    dir="auto"
                    className={classNames(
                      !column.isIncluded && styles.excluded,
                      typeKind(column.type) === 'number' && styles.number,
                    )}
                  >
                    {/* As the file has it: a year or an id is not grouped. */}
                    {value === null ? <span className={textRoles.muted}>NULL</span> : plainText(value, data!.type)}
                  </td>
                );
              })}
              <td className={styles.rest} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function ColumnHead({ column, onChange }: { column: DraftColumn; onChange: (change: Partial<DraftColumn>) => void }) {
  const t = useT();
  const types = [...new Set([column.detectedType, ...uploadColumnTypes])];
  return (
    <div className={styles.column}>
      <div className={lineRoles.line}>
        <Checkbox
          label={t('Include {{name}}', { name: column.source })}
          isChecked={column.isIncluded}
          onChange={(isIncluded) => onChange({ isIncluded })}
        />
        <TextInput
          size="small"
          aria-label={t('Name of column {{name}}', { name: column.source })}
          value={column.name}
          onChange={(name) => onChange({ name })}
        />
      </div>
      <Select
        size="small"
        label={t('Type of column {{name}}', { name: column.source })}
        value={column.type}
        choices={types.map((type) => ({
          value: type,
          searchText: type,
          label: (
            <span className={styles.type}>
              <TypeIcon type={typeKind(type)} />
              {type}
            </span>
          ),
        }))}
        onChange={(type) => onChange({ type: type ?? column.detectedType })}
      />
    </div>
  );
}

function unreadableText(t: ReturnType<typeof useT>, count: number): string {
  return count === 1 ? t('1 line cannot be read') : t('{{count}} lines cannot be read', { count });
}
