import { InboxOutlined } from '@ant-design/icons';
import { Button, EmptyState, ErrorBox, Field, Icon, ProgressBar, Select, toasts } from '@powerset/ui';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { numberSetting, resources, useInvalidate, useList } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, usePageTitle, useSession } from '../../shell/index.ts';
import { PreviewStep } from './PreviewStep.tsx';
import { pendingFile, takePendingFile } from './pending-file.ts';
import { RejectedLines } from './RejectedLines.tsx';
import { type UploadResult, useUpload } from './use-upload.ts';
import './uploads.css';

interface DatabaseRow {
  readonly id: number;
  readonly database_name: string;
  readonly default_schema: string | null;
}

/** From a file to its dataset. */
export function UploadPage() {
  const t = useT();
  const session = useSession();
  usePageTitle(t('Upload a file'));
  const databases = useList<DatabaseRow>(resources.databases, {
    filters: [{ col: 'allow_file_upload', opr: 'upload_is_enabled', value: true }],
    orderColumn: 'database_name',
    orderDirection: 'asc',
    pageSize: 100,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const database = databases.collection.find((row) => row.id === chosen) ?? databases.collection[0];
  if (!mayUpload(session))
    return (
      <EmptyState
        size="big"
        title={t('You may not upload files')}
        text={t('Ask an administrator for the permission to upload.')}
      />
    );
  if (!database)
    return databases.isFirstLoad ? null : (
      <EmptyState
        size="big"
        title={t('No database takes files')}
        text={t('Allow file uploads in the settings of a database.')}
      />
    );
  return (
    <div className="up-page">
      <h1>{t('Upload a file')}</h1>
      {databases.collection.length > 1 ? (
        <Field label={t('Database')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Database')}
              value={database.id}
              choices={databases.collection.map((row) => ({ value: row.id, label: row.database_name }))}
              onChange={(id) => setChosen(id ?? null)}
            />
          )}
        </Field>
      ) : null}
      <UploadSteps key={database.id} database={database} />
    </div>
  );
}

function UploadSteps({ database }: { database: DatabaseRow }) {
  const t = useT();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const upload = useUpload(database.id, (result) => {
    toasts.success(
      t('{{count}} rows were loaded into {{table}}', { count: result.row_count, table: result.table_name }),
    );
    void invalidate(resources.datasets);
    if (result.rejected_count === 0) void navigate(addresses.dataset(result.dataset_id));
  });
  const { step, stage } = upload;
  const waiting = useStore(pendingFile, (state) => state.file);
  useEffect(() => {
    if (!waiting) return;
    const file = takePendingFile();
    if (file) void stage(file);
  }, [waiting, stage]);
  if (step.kind === 'choose') return <ChooseStep error={step.error} onFile={(file) => void stage(file)} />;
  if (step.kind === 'partial') return <PartialStep result={step.result} />;
  if (step.kind === 'staging')
    return (
      <div className="up-card" role="status">
        <div className="ps-row">
          <span className="ps-medium">{t('Reading {{name}} ...', { name: step.fileName })}</span>
          <span className="ps-end">
            <Button onClick={() => void upload.stop()}>{t('Stop')}</Button>
          </span>
        </div>
        <div className="up-running" />
      </div>
    );
  return (
    <PreviewStep
      preview={step.preview}
      schema={database.default_schema ?? ''}
      databaseId={database.id}
      error={step.kind === 'preview' ? step.error : null}
      isReading={step.kind === 'preview' && step.isReading}
      isLoading={step.kind === 'loading'}
      onRead={(options) => void upload.readAgain(step.preview, options)}
      onLoad={(body) => void upload.load(step.preview, body)}
      onDiscard={() => void upload.discard(step.preview)}
      progress={
        step.kind === 'loading' ? (
          <div className="up-progress" role="status">
            <ProgressBar value={step.job.progress} label={t('Loading')} />
            <span className="ps-num ps-s12">{Math.round(step.job.progress * 100)} %</span>
            <Button onClick={() => void upload.stop()}>{t('Stop')}</Button>
          </div>
        ) : null
      }
    />
  );
}

/** The rows are in, some lines are not: which, before the way leads on. */
function PartialStep({ result }: { result: UploadResult }) {
  const t = useT();
  const counts = { count: result.row_count, table: result.table_name };
  return (
    <div className="up-card" role="status">
      <div className="ps-row">
        <span className="ps-medium">{t('{{count}} rows were loaded into {{table}}', counts)}</span>
        <span className="ps-end">
          <Button kind="primary" href={addresses.dataset(result.dataset_id)}>
            {t('Open the dataset')}
          </Button>
        </span>
      </div>
      <RejectedLines
        count={result.rejected_count}
        lines={result.rejected}
        title={t('{{count}} lines could not be read and were left out', { count: result.rejected_count })}
      />
    </div>
  );
}

const accepted = '.csv,.tsv,.txt,.json,.jsonl,.ndjson,.parquet,.xlsx,.gz';

function ChooseStep({ error, onFile }: { error: string | null; onFile: (file: File) => void }) {
  const t = useT();
  const { bootstrap } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const limit = numberSetting(bootstrap, 'UPLOAD_MAX_MB', 2048);
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (!file) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <>
      {error ? <ErrorBox title={t('The file could not be read')} text={error} /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard */}
      <div
        className={isOver ? 'up-drop is-over' : 'up-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Icon of={InboxOutlined} size={24} className="ps-t3" />
        <div className="ps-medium">{t('Drop a file here, or anywhere in the application')}</div>
        <div className="ps-t3">{t('CSV, TSV, JSON, Parquet or Excel (.xlsx), at most {{limit}} MB', { limit })}</div>
        <Button kind="primary" onClick={() => input.current?.click()}>
          {t('Choose a file')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          className="ps-hidden"
          aria-label={t('File to upload')}
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) onFile(file);
          }}
        />
      </div>
    </>
  );
}
