import { reportEndpoints, type WireReportDetail } from '@powerset/contract';
import { Field, Modal, Skeleton, Switch, sayBeside, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { api, postItem, resources, updateItem, useItem } from '../api/index.ts';
import { FormModal } from '../controls/form-modal/index.ts';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { RelationField } from '../controls/relation-field/index.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { type PreviewSource, TimesFields } from '../schedule-times/index.ts';
import { AlertFields } from './AlertFields.tsx';
import { ContentFields } from './ContentFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import type { PartProps } from './part-props.ts';
import { RecipientsField } from './RecipientsField.tsx';
import styles from './ReportModal.module.css';
import { isComplete, type ReportFields, type ReportStart, startFields, toBody, toFields } from './report-form.ts';

interface ReportModalProps {
  /** The id of a saved one, or with what a new one begins. */
  readonly report: number | ReportStart;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Makes or changes a report or an alert. */
export function ReportModal({ report, ...events }: ReportModalProps) {
  return typeof report === 'number' ? (
    <SavedReport id={report} {...events} />
  ) : (
    <ReportForm start={startFields(report)} saved={null} {...events} />
  );
}

type Events = Pick<ReportModalProps, 'onClose' | 'onSaved'>;

function SavedReport({ id, ...events }: Events & { readonly id: number }) {
  const t = useT();
  const { data, error, refetch } = useItem(resources.reports, id);
  if (data) return <ReportForm start={toFields(data)} saved={data} {...events} />;
  return (
    <Modal title={t('Edit')} width={800} onClose={events.onClose}>
      {error ? (
        <LoadFailureBox title={t('The report could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </Modal>
  );
}

const preview: PreviewSource = {
  name: 'report',
  load: async ({ cron, timezone }, signal) => {
    const query = { crontab: cron, timezone };
    return (await api.callEndpoint(reportEndpoints.preview, { query, signal })).result;
  },
  cronField: 'crontab',
};

interface ReportFormProps extends Events {
  readonly start: ReportFields;
  readonly saved: WireReportDetail | null;
}

function ReportForm({ start, saved, onClose, onSaved }: ReportFormProps) {
  const t = useT();
  const locale = useLanguage();
  const [fields, setFields] = useState(start);
  const patch: PartProps['patch'] = (change) => setFields((last) => ({ ...last, ...change }));
  const save = async () => {
    const say = sayBeside();
    const body = toBody(fields, locale);
    if (saved) await updateItem(resources.reports, saved.id, { ...body, last_modified_time: saved.last_modified_time });
    else await postItem(resources.reports, body);
    say.success(saved ? t('Report updated') : t('The report has been created'));
    onSaved();
    return true;
  };
  return (
    <FormModal
      title={useTitle(fields, saved !== null)}
      width={800}
      isNew={saved === null}
      isComplete={isComplete(fields)}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => <ReportSections fields={fields} patch={patch} errors={errors} saved={saved} />}
    </FormModal>
  );
}

function useTitle({ type }: ReportFields, isSaved: boolean): string {
  const t = useT();
  if (type === 'Alert') return isSaved ? t('Edit alert') : t('Add alert');
  return isSaved ? t('Edit report') : t('Add report');
}

function ReportSections({ saved, ...part }: PartProps & Pick<ReportFormProps, 'saved'>) {
  const t = useT();
  const { fields, patch, errors } = part;
  return (
    <>
      <Field label={t('Name')} error={errors.name}>
        {(ids) => <TextInput {...ids} value={fields.name} maxLength={150} onChange={(name) => patch({ name })} />}
      </Field>
      <Field
        label={t('Description')}
        note={t('Optional')}
        error={errors.description}
        help={t('Stands in the message.')}
      >
        {(ids) => (
          <TextArea {...ids} rows={2} value={fields.description} onChange={(description) => patch({ description })} />
        )}
      </Field>
      <Switch isChecked={fields.isActive} onChange={(isActive) => patch({ isActive })}>
        {t('Active')}
      </Switch>
      {fields.type === 'Alert' ? (
        <Section title={t('Alert condition')}>
          <AlertFields {...part} />
        </Section>
      ) : null}
      <Section title={t('Contents')}>
        <ContentFields {...part} />
      </Section>
      <Section title={fields.type === 'Alert' ? t('When it is checked') : t('When it is sent')}>
        <TimesFields
          source={preview}
          value={fields.times}
          onChange={(times) => patch({ times })}
          errors={{
            ...(errors.crontab ? { cron: errors.crontab } : {}),
            ...(errors.timezone ? { timezone: errors.timezone } : {}),
          }}
        />
      </Section>
      <Section title={t('Recipients')}>
        <RecipientsField {...part} />
      </Section>
      <Section title={t('Limits and owners')}>
        <LimitFields {...part} />
        <RelationField
          resource={resources.reports}
          kind="owners"
          label={t('Owners')}
          value={fields.owners}
          onChange={(owners) => patch({ owners })}
          error={errors.owners}
          help={t('It runs with the rights of the owner who saved it last.')}
          known={(saved?.owners ?? []).map((one) => ({
            value: one.id,
            text: [one.first_name, one.last_name].filter(Boolean).join(' '),
          }))}
        />
      </Section>
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}
