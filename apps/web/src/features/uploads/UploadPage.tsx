import { InboxOutlined, LockOutlined } from '@ant-design/icons-svg';
import type { WireDatabase } from '@powerset/contract';
import { Button, EmptyState, Field, Select, toasts, UiLink } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { resources, useList } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, hasPlaceForFiles, mayUpload, usePageTitle, useSession } from '../../shell/index.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { LoadingProgress } from './LoadingProgress.tsx';
import { describeLoaded } from './loaded-words.ts';
import { PartialStep } from './PartialStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { pendingFile, takePendingFile } from './pending-file.ts';
import { StagingStep } from './StagingStep.tsx';
import styles from './UploadPage.module.css';
import { useUpload } from './use-upload.ts';
import { useUploadLimitMb } from './use-upload-limit.ts';

/** From a file to its dataset. */
export function UploadPage() {
  const t = useT();
  const session = useSession();
  usePageTitle(t('Upload a file'));
  const databases = useList(resources.databases, {
    filters: [{ col: 'allow_file_upload', opr: 'upload_is_enabled', value: true }],
    orderColumn: 'database_name',
    orderDirection: 'asc',
    pageSize: 100,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const database = databases.collection.find((row) => row.id === chosen) ?? databases.collection[0];
  if (!hasPlaceForFiles(session)) return <NoPlaceForFiles />;
  if (!mayUpload(session))
    return (
      <EmptyState
        size="big"
        isPage
        icon={LockOutlined}
        title={t('You may not upload files')}
        text={t('Ask an administrator for the permission to upload.')}
        actions={<Button href={addresses.home}>{t('Go to the home page')}</Button>}
      />
    );
  if (!database)
    return databases.isFirstLoad ? null : (
      <EmptyState
        size="big"
        isPage
        title={t('No database takes files')}
        text={
          <>
            {t('Allow file uploads in the settings of a database.')} {t('Manage your databases')}{' '}
            <UiLink href={addresses.databases}>{t('here')}</UiLink>
          </>
        }
      />
    );
  return (
    <div className={styles.page}>
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

/** Processes that share an installation have no engine in which a file could become a table. */
function NoPlaceForFiles() {
  const t = useT();
  const { can } = useSession();
  return (
    <EmptyState
      size="big"
      isPage
      icon={InboxOutlined}
      title={t('No database takes files')}
      text={t(
        'This installation runs as several processes, which keep no files. Load the file into one of your databases, and make a dataset of its table.',
      )}
      actions={
        can('can_write', 'Dataset') ? <Button href={addresses.newDataset}>{t('New dataset')}</Button> : undefined
      }
    />
  );
}

function UploadSteps({ database }: { database: WireDatabase }) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const upload = useUpload({ databaseId: database.id, maxMb: useUploadLimitMb() }, (result) => {
    toasts.success(describeLoaded(result, t));
    // Tables, columns, rows and counts that were seen before may be others now.
    void queryClient.invalidateQueries();
    if (result.rejected_count === 0) void navigate(addresses.dataset(result.dataset_id));
  });
  const { step, stage } = upload;
  const waiting = useStore(pendingFile, (state) => state.file);
  useEffect(() => {
    if (!waiting) return;
    const file = takePendingFile();
    if (file) void stage(file);
  }, [waiting, stage]);
  return (
    <>
      <LeaveGuard step={step} isUnderWay={upload.isUnderWay} />
      <Step upload={upload} database={database} />
    </>
  );
}

interface StepProps {
  readonly upload: ReturnType<typeof useUpload>;
  readonly database: WireDatabase;
}

function Step({ upload, database }: StepProps) {
  const { step, stage } = upload;
  if (step.kind === 'choose') return <ChooseStep error={step.error} onFile={(file) => void stage(file)} />;
  if (step.kind === 'partial') return <PartialStep result={step.result} rejectedAddress={step.rejectedAddress} />;
  if (step.kind === 'staging') return <StagingStep step={step} onStop={() => void upload.stop()} />;
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
          <LoadingProgress job={step.job} total={step.preview.row_estimate} onStop={() => void upload.stop()} />
        ) : null
      }
    />
  );
}
