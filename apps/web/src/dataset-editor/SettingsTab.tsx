import { Checkbox, Field, Select, TextArea, TextInput, textRoles } from '@powerset/ui';
import { resources } from '../api/index.ts';
import { RelationField } from '../controls/relation-field/index.ts';
import { useT, useWhole } from '../i18n/index.ts';
import { CertificationFields } from './CertificationFields.tsx';
import type { DraftProps } from './draft.ts';
import parts from './parts.module.css';
import styles from './SettingsTab.module.css';

/** What holds for the dataset as a whole. */
export function SettingsTab(props: DraftProps) {
  const t = useT();
  const { draft, onChange } = props;
  const temporal = draft.columns.filter((column) => column.is_dttm);
  return (
    <div className={styles.settings}>
      <div className={parts.fields}>
        <Field label={t('Description')}>
          {(ids) => (
            <TextArea {...ids} value={draft.description ?? ''} onChange={(description) => onChange({ description })} />
          )}
        </Field>
        <RelationField
          resource={resources.datasets}
          kind="owners"
          label={t('Owners')}
          value={draft.owners}
          onChange={(owners) => onChange({ owners })}
        />
        <CertificationFields
          extra={draft.extra}
          onChange={(toExtra) => onChange(({ extra }) => ({ extra: toExtra(extra) }))}
        />
        <Field label={t('Default URL')} help={t('Where the name of the dataset leads in lists.')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={draft.default_endpoint ?? ''}
              onChange={(default_endpoint) => onChange({ default_endpoint })}
            />
          )}
        </Field>
      </div>
      <div className={parts.fields}>
        <Field label={t('Default datetime column')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Default datetime column')}
              isClearable
              value={draft.main_dttm_col ?? undefined}
              choices={temporal.map((column) => ({ value: column.column_name, label: column.column_name }))}
              onChange={(name) => onChange({ main_dttm_col: name ?? null })}
            />
          )}
        </Field>
        <Field
          label={t('Currency code column')}
          help={t('Says of each row which currency its amounts are in, as USD or EUR.')}
        >
          {(ids) => (
            <Select
              {...ids}
              label={t('Currency code column')}
              isClearable
              value={draft.currency_code_column || undefined}
              choices={draft.columns.map(({ column_name: name }) => ({ value: name, label: name }))}
              onChange={(name) => onChange({ currency_code_column: name ?? null })}
            />
          )}
        </Field>
        <Numbers {...props} />
        <Switches {...props} />
        <Documents {...props} />
      </div>
    </div>
  );
}

const isWrong = (text: string) => text.trim() !== '' && !/^-?\d{1,9}$/.test(text.trim());

function Numbers({ draft, onChange }: DraftProps) {
  const t = useT();
  const whole = useWhole();
  return (
    <div className={parts.pair}>
      <Field label={t('Cache timeout')} note={t('seconds')}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            aria-invalid={isWrong(draft.cache_timeout) || undefined}
            placeholder={t('that of the database')}
            value={draft.cache_timeout}
            onChange={(text) => onChange({ cache_timeout: whole(text) })}
          />
        )}
      </Field>
      <Field label={t('Hours offset')} note={t('hours')}>
        {(ids) => (
          <TextInput
            {...ids}
            inputMode="numeric"
            aria-invalid={isWrong(draft.offset) || undefined}
            value={draft.offset}
            onChange={(text) => onChange({ offset: whole(text) })}
          />
        )}
      </Field>
    </div>
  );
}

function Switches({ draft, onChange }: DraftProps) {
  const t = useT();
  return (
    <>
      <Checkbox
        isChecked={draft.filter_select_enabled}
        onChange={(filter_select_enabled) => onChange({ filter_select_enabled })}
      >
        {t('Autocomplete filters')}
      </Checkbox>
      <Checkbox
        isChecked={draft.always_filter_main_dttm}
        onChange={(always_filter_main_dttm) => onChange({ always_filter_main_dttm })}
      >
        {t('Always filter main datetime column')}
      </Checkbox>
      <Checkbox isChecked={draft.normalize_columns} onChange={(normalize_columns) => onChange({ normalize_columns })}>
        {t('Normalize column names')}
      </Checkbox>
    </>
  );
}

function Documents({ draft, onChange }: DraftProps) {
  const t = useT();
  return (
    <>
      <Field label={t('Autocomplete query predicate')} help={t('A condition on the rows whose values filters offer.')}>
        {(ids) => (
          <TextInput
            {...ids}
            className={textRoles.code}
            value={draft.fetch_values_predicate ?? ''}
            onChange={(fetch_values_predicate) => onChange({ fetch_values_predicate })}
          />
        )}
      </Field>
      <Field label={t('Template parameters')} note="JSON">
        {(ids) => (
          <TextArea
            {...ids}
            isMono
            rows={2}
            value={draft.template_params ?? ''}
            onChange={(template_params) => onChange({ template_params })}
          />
        )}
      </Field>
      <Field
        label={t('Extra')}
        note="JSON"
        help={t('Takes certification, warning_markdown and disallow_adhoc_metrics.')}
      >
        {(ids) => (
          <TextArea {...ids} isMono rows={3} value={draft.extra ?? ''} onChange={(extra) => onChange({ extra })} />
        )}
      </Field>
    </>
  );
}
