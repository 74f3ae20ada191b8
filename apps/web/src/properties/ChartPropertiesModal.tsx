import { type ChartPut, chartEndpoints, type WireChartDetail } from '@powerset/contract';
import { Field, TextArea, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, resources, updateItem } from '../api/index.ts';
import { type FieldErrors, FormModal } from '../controls/form-modal/index.ts';
import { RelationField } from '../controls/relation-field/index.ts';
import { WaitingModal } from '../controls/waiting-modal/index.ts';
import { useT, useWhole } from '../i18n/index.ts';
import { type Certification, CertificationFields } from './CertificationFields.tsx';

type Detail = Partial<WireChartDetail>;

interface ChartPropertiesProps {
  readonly chartId: number;
  readonly onSaved: (name: string) => void;
  readonly onClose: () => void;
}

/** What is known of the chart besides its picture: read anew when it is opened, saved at once. */
export function ChartPropertiesModal(props: ChartPropertiesProps) {
  const { chartId } = props;
  const t = useT();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['chart-properties', chartId],
    gcTime: 0,
    queryFn: ({ signal }) => api.callEndpoint(chartEndpoints.get, { params: { id: chartId }, signal }),
  });
  if (data) return <PropertiesForm {...props} detail={data.result} />;
  return (
    <WaitingModal
      title={t('Edit chart properties')}
      error={isFetching ? null : error}
      onRetry={() => void refetch()}
      onClose={props.onClose}
    />
  );
}

interface Draft extends Certification {
  readonly name: string;
  readonly description: string;
  readonly cacheTimeout: string;
  readonly owners: readonly number[];
}

function toDraft(detail: Detail): Draft {
  return {
    name: detail.slice_name ?? '',
    description: detail.description ?? '',
    cacheTimeout: detail.cache_timeout === null || detail.cache_timeout === undefined ? '' : `${detail.cache_timeout}`,
    owners: (detail.owners ?? []).map(({ id }) => id),
    certifiedBy: detail.certified_by ?? '',
    certificationDetails: detail.certification_details ?? '',
  };
}

function toFields(draft: Draft): ChartPut {
  return {
    slice_name: draft.name.trim(),
    description: draft.description,
    cache_timeout: draft.cacheTimeout.trim() === '' ? null : Number(draft.cacheTimeout),
    owners: [...draft.owners],
    certified_by: draft.certifiedBy,
    certification_details: draft.certifiedBy ? draft.certificationDetails : '',
  };
}

const isSeconds = (text: string) => /^(-1|\d{1,9})?$/.test(text.trim());

function PropertiesForm({ chartId, detail, onSaved, onClose }: ChartPropertiesProps & { readonly detail: Detail }) {
  const t = useT();
  const whole = useWhole();
  const [draft, setDraft] = useState(() => toDraft(detail));
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }));
  const save = async () => {
    await updateItem(resources.charts, chartId, toFields(draft));
    onSaved(draft.name.trim());
    return true;
  };
  return (
    <FormModal
      title={t('Edit chart properties')}
      isComplete={draft.name.trim() !== '' && isSeconds(draft.cacheTimeout)}
      isNew={false}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Words draft={draft} change={change} errors={errors} />
          <RelationField
            resource={resources.charts}
            kind="owners"
            label={t('Owners')}
            value={draft.owners}
            error={errors.owners}
            known={(detail.owners ?? []).map((one) => ({
              text: `${one.first_name} ${one.last_name}`,
              value: one.id,
            }))}
            onChange={(owners) => change({ owners })}
          />
          <Field
            label={t('Cache timeout')}
            error={
              isSeconds(draft.cacheTimeout) ? errors.cache_timeout : t('A whole number of seconds, or -1 for none.')
            }
            help={t('Seconds for which answers are kept; empty takes the dataset’s, -1 keeps none.')}
          >
            {(ids) => (
              <TextInput
                {...ids}
                inputMode="numeric"
                value={draft.cacheTimeout}
                onChange={(text) => change({ cacheTimeout: whole(text) })}
              />
            )}
          </Field>
        </>
      )}
    </FormModal>
  );
}

interface WordsProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly errors: FieldErrors;
}

function Words({ draft, change, errors }: WordsProps) {
  const t = useT();
  return (
    <>
      <Field label={t('Name')} error={errors.slice_name}>
        {(ids) => <TextInput {...ids} value={draft.name} maxLength={250} onChange={(name) => change({ name })} />}
      </Field>
      <Field label={t('Description')} error={errors.description}>
        {(ids) => (
          <TextArea {...ids} rows={3} value={draft.description} onChange={(description) => change({ description })} />
        )}
      </Field>
      <CertificationFields value={draft} errors={errors} onChange={change} />
    </>
  );
}
