import { Field, TextInput } from '@powerset/ui';
import { FieldPair } from '../controls/form-modal/index.ts';
import { useT } from '../i18n/index.ts';
import type { PartProps } from './part-props.ts';
import type { ReportFields } from './report-form.ts';

type NumberField = 'graceMinutes' | 'timeoutMinutes' | 'retentionDays';

/** How long it may take, how often it comes, how long its runs are kept. */
export function LimitFields({ fields, patch, errors }: PartProps) {
  const t = useT();
  const number = (name: NumberField, label: string, { error, help }: { error: string | undefined; help: string }) => (
    <Field label={label} error={error} help={help}>
      {(ids) => (
        <TextInput
          {...ids}
          type="number"
          min={name === 'retentionDays' ? 0 : 1}
          value={fields[name]}
          onChange={(value) => patch({ [name]: value } satisfies Partial<ReportFields>)}
        />
      )}
    </Field>
  );
  return (
    <>
      <FieldPair>
        {number('timeoutMinutes', t('Working timeout (minutes)'), {
          error: errors.working_timeout,
          help: t('A run that takes longer is stopped.'),
        })}
        {number('graceMinutes', t('Grace period (minutes)'), {
          error: errors.grace_period,
          help:
            fields.type === 'Alert'
              ? t('An alert that was sent is not sent again for so long.')
              : t('Owners hear of failures once in this time.'),
        })}
      </FieldPair>
      <FieldPair>
        {number('retentionDays', t('Log retention (days)'), {
          error: errors.log_retention,
          help: t('0 keeps all runs.'),
        })}
        <Field label={t('Subject of the mail')} note={t('Optional')} error={errors.email_subject}>
          {(ids) => (
            <TextInput
              {...ids}
              value={fields.subject}
              maxLength={255}
              placeholder={`[${fields.type}] ${fields.name}`}
              onChange={(subject) => patch({ subject })}
            />
          )}
        </Field>
      </FieldPair>
    </>
  );
}
