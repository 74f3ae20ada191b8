import { datasetEndpoints, type WireQuery } from '@powerset/contract';
import { Button, Field, Modal, RadioGroup, TextInput, toasts } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses } from '../../../shell/index.ts';
import { editorMessages } from '../messages.ts';

export interface SaveDatasetModalProps {
  readonly run: WireQuery;
  /** What happens afterwards: its chart opens, or a message with a link. */
  readonly intent: 'dataset' | 'chart';
  readonly templateParams: string | null;
  readonly onClose: () => void;
}

interface KnownDataset {
  readonly id: number;
  readonly table_name: string;
}

/** Makes a dataset of the query that has run, or replaces the query of one. */
export function SaveDatasetModal({ run, intent, templateParams, onClose }: SaveDatasetModalProps) {
  const t = useT();
  const navigate = useNavigate();
  const [mode, setMode] = useState<'new' | 'overwrite'>('new');
  const [name, setName] = useState(() => suggestName(run, Date.now()));
  const [chosen, setChosen] = useState<string>('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const known = useQuery({ ...ownDatasetsQuery(run.dbId), enabled: mode === 'overwrite' });
  const save = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const id = mode === 'new' ? await create(run, name.trim(), templateParams) : await overwrite(Number(chosen), run);
      onClose();
      if (intent === 'chart') return void navigate(addresses.dataset(id));
      toasts.success(t('The dataset was saved'), {
        action: { label: t('Create chart'), onSelect: () => void navigate(addresses.dataset(id)) },
      });
    } catch (failure) {
      setError(datasetErrorText(failure));
      toasts.danger(editorMessages.datasourceFailed(), { isUnique: true });
    } finally {
      setIsBusy(false);
    }
  };
  const isReady = mode === 'new' ? name.trim() !== '' : chosen !== '';
  return (
    <Modal
      title={intent === 'chart' ? t('Create chart') : t('Save or Overwrite Dataset')}
      onClose={onClose}
      onSubmit={() => void (isReady && save())}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {intent === 'chart' ? t('Save & Explore') : t('Save')}
          </Button>
        </>
      }
    >
      <p className="sqe-quiet">{t('Save this query as a virtual dataset to continue exploring')}</p>
      <div className="sqe-form">
        <RadioGroup
          label={t('Dataset')}
          name="dataset-mode"
          value={mode}
          choices={[
            { value: 'new', label: t('Save as new') },
            { value: 'overwrite', label: t('Overwrite existing') },
          ]}
          onChange={setMode}
        />
        {mode === 'new' ? (
          <Field label={t('Dataset name')} error={error}>
            {(ids) => <TextInput {...ids} value={name} onChange={setName} maxLength={250} />}
          </Field>
        ) : (
          <Field
            label={t('Existing dataset')}
            error={error}
            help={known.data?.length === 0 ? t('You own no virtual dataset on this database.') : undefined}
          >
            {(ids) => (
              <select {...ids} className="ps-in" value={chosen} onChange={(event) => setChosen(event.target.value)}>
                <option value="">{t('Select a dataset')}</option>
                {(known.data ?? []).map((dataset) => (
                  <option key={dataset.id} value={dataset.id}>
                    {dataset.table_name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </Modal>
  );
}

function suggestName(run: WireQuery, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().slice(0, 16).replace('T', ' ');
  return `${run.tab || 'Query'} ${stamp}`.slice(0, 250);
}

function datasetErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  return Object.values(error.fields).flat()[0] ?? error.message;
}

function sqlOf(run: WireQuery): string {
  return run.sql.trim().replace(/;+\s*$/, '');
}

async function create(run: WireQuery, name: string, templateParams: string | null): Promise<number> {
  const answer = await api.callEndpoint<{ id: number }>(datasetEndpoints.create, {
    body: {
      database: run.dbId,
      schema: run.schema,
      sql: sqlOf(run),
      table_name: name,
      ...(templateParams ? { template_params: templateParams } : {}),
      is_managed_externally: false,
      external_url: null,
    },
  });
  return answer.id;
}

async function overwrite(id: number, run: WireQuery): Promise<number> {
  await api.request(`/api/v1/dataset/${id}?override_columns=true`, {
    method: 'PUT',
    body: { sql: sqlOf(run), database_id: run.dbId, schema: run.schema },
  });
  return id;
}

function ownDatasetsQuery(databaseId: number) {
  return {
    queryKey: ['dataset', 'virtual-of', databaseId],
    queryFn: async () =>
      (
        await api.callEndpoint<{ result: readonly KnownDataset[] }>(datasetEndpoints.list, {
          query: {
            q: {
              columns: ['id', 'table_name'],
              filters: [
                { col: 'database', opr: 'rel_o_m', value: databaseId },
                { col: 'sql', opr: 'dataset_is_null_or_empty', value: false },
              ],
              order_column: 'table_name',
              order_direction: 'asc',
              page: 0,
              page_size: 100,
            },
          },
        })
      ).result,
  };
}
