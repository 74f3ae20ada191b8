import {
  type FileReadingOptions,
  fromWireTable,
  type UploadBody,
  type UploadPreview,
  uploadColumnTypes,
} from '@powerset/contract';
import {
  Badge,
  Button,
  Checkbox,
  cellText,
  classNames,
  ErrorBox,
  Field,
  Select,
  TextInput,
  TypeIcon,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { ReadingFields } from './ReadingFields.tsx';
import { RejectedLines } from './RejectedLines.tsx';
import { typeKind } from './type-kind.ts';
import {
  changeColumn,
  type DraftColumn,
  findProblems,
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
  readonly onRead: (options: FileReadingOptions) => void;
  readonly onLoad: (body: UploadBody) => void;
  readonly onDiscard: () => void;
}

/** What is in the file, to be corrected: names, types, how it is read; and where it goes. */
export function PreviewStep(props: PreviewStepProps) {
  const { preview, schema, isReading, isLoading } = props;
  const t = useT();
  const [edited, setEdited] = useState<{ readonly draft: UploadDraft; readonly of: UploadPreview } | null>(null);
  const [options, setOptions] = useState<FileReadingOptions>({});
  const draft = edited?.of === preview ? edited.draft : toDraft(preview, schema, edited?.draft);
  const setDraft = (next: UploadDraft) => setEdited({ draft: next, of: preview });
  const problems = findProblems(draft, t);
  const isBlocked = problems.tableName !== null || problems.columns !== null || isReading;
  const read = (change: FileReadingOptions) => {
    const next = { ...options, ...change };
    setOptions(next);
    props.onRead(next);
  };
  return (
    <>
      <div className="ps-row up-file">
        <span className="ps-medium ps-cut">{preview.file_name}</span>
        <Badge>{preview.format.toUpperCase()}</Badge>
        {preview.row_estimate === null ? null : (
          <Badge>{t('about {{count}} rows', { count: preview.row_estimate })}</Badge>
        )}
        {preview.encoding ? <Badge>{preview.encoding}</Badge> : null}
        {preview.rejected_count > 0 ? (
          <Badge kind="warning">{t('{{count}} lines cannot be read', { count: preview.rejected_count })}</Badge>
        ) : null}
        <span className="ps-end">
          <Button kind="text" isDisabled={isLoading} onClick={props.onDiscard}>
            {t('Choose another file')}
          </Button>
        </span>
      </div>
      {props.error ? <ErrorBox title={t('The file could not be loaded')} text={props.error} /> : null}
      <Target draft={draft} onChange={setDraft} problem={problems.tableName} databaseId={props.databaseId} />
      <ReadingFields preview={preview} options={options} onRead={read} />
      {problems.columns ? (
        <div className="up-problem" role="alert">
          {problems.columns}
        </div>
      ) : null}
      <PreviewTable preview={preview} draft={draft} onChange={setDraft} isDim={isReading} />
      <RejectedLines
        count={preview.rejected_count}
        lines={preview.rejected}
        title={t('Lines that cannot be read are left out: {{count}}', { count: preview.rejected_count })}
      />
      <div className="up-foot">
        {props.progress ?? (
          <Button
            kind="primary"
            isDisabled={isBlocked}
            onClick={() => props.onLoad(toUploadBody(preview, draft, options))}
          >
            {t('Create dataset')}
          </Button>
        )}
      </div>
    </>
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
    queryFn: ({ signal }) =>
      api.request<{ schemas: readonly string[] }>(`/api/v1/database/${databaseId}/schemas_access_for_file_upload/`, {
        signal,
      }),
  });
  const choices = [...new Set([draft.schema, ...(schemas.data?.schemas ?? [])])].filter(Boolean);
  return (
    <div className="up-target">
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
    <section className={isDim ? 'up-table is-dim' : 'up-table'} aria-label={t('Preview')}>
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
            <td className="up-rest" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {draft.columns.map((column) => {
                const data = byName.get(column.source);
                const text = data ? cellText(data.values[row] ?? null, data.type) : null;
                return (
                  <td
                    key={column.source}
                    className={classNames(
                      !column.isIncluded && 'is-out',
                      typeKind(column.type) === 'number' && 'is-number',
                    )}
                  >
                    {text === null ? <span className="ps-t3">NULL</span> : text}
                  </td>
                );
              })}
              <td className="up-rest" />
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
    <div className="up-column">
      <div className="ps-row">
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
            <span className="up-type">
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
