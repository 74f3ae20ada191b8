import { type AlertOperator, alertOperators, reportEndpoints } from '@powerset/contract';
import { Button, classNames, Field, RadioGroup, Select, TextInput, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { ApiError, api, errorText } from '../api/index.ts';
import { FieldPair } from '../controls/form-modal/index.ts';
import { SqlField } from '../controls/sql-field/index.ts';
import { shownNumber, useLanguage, useT } from '../i18n/index.ts';
import styles from './AlertFields.module.css';
import { MetricFields } from './MetricFields.tsx';
import type { PartProps } from './part-props.ts';
import { RelatedSelect } from './RelatedSelect.tsx';
import { hasSubject, type ReportFields, readNumber, toSubject } from './report-form.ts';

type T = ReturnType<typeof useT>;
type Kind = AlertOperator | 'not null';

function kindText(t: T, kind: Kind): string {
  const texts: Readonly<Record<Kind, string>> = {
    '<': t('Smaller than'),
    '<=': t('Smaller than or equal to'),
    '>': t('Larger than'),
    '>=': t('Larger than or equal to'),
    '==': t('Equal to'),
    '!=': t('Not equal to'),
    'not null': t('Not null and not zero'),
  };
  return texts[kind];
}

const noNames = { columns: [], metrics: [] };

/** The query or metric whose one value decides, and when it counts. */
export function AlertFields({ fields, patch, errors }: PartProps) {
  const t = useT();
  const kind: Kind = fields.validator === 'not null' ? 'not null' : fields.operator;
  const setKind = (next: Kind = '>') =>
    patch(next === 'not null' ? { validator: 'not null' } : { validator: 'operator', operator: next });
  return (
    <>
      <RadioGroup
        name="alert-asks"
        label={t('What is compared')}
        value={fields.asks}
        choices={[
          { value: 'sql', label: t('SQL query') },
          { value: 'metric', label: t('Metric of a dataset') },
        ]}
        onChange={(asks) => patch({ asks })}
      />
      {fields.asks === 'metric' ? (
        <MetricFields {...{ fields, patch, errors }} />
      ) : (
        <QueryFields {...{ fields, patch, errors }} />
      )}
      <FieldPair>
        <Field label={t('Trigger alert if…')} error={errors.validator_type ?? errors.validator_config_json}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Trigger alert if…')}
              value={kind}
              choices={[...alertOperators, 'not null' as const].map((one) => ({ value: one, label: kindText(t, one) }))}
              isClearable={false}
              onChange={setKind}
            />
          )}
        </Field>
        {kind === 'not null' ? null : (
          <Field label={t('Value')}>
            {(ids) => (
              <TextInput
                {...ids}
                type="number"
                step="any"
                value={fields.threshold}
                onChange={(threshold) => patch({ threshold })}
              />
            )}
          </Field>
        )}
      </FieldPair>
      <CheckNow fields={fields} />
    </>
  );
}

function QueryFields({ fields, patch, errors }: PartProps) {
  const t = useT();
  return (
    <>
      <RelatedSelect
        kind="database"
        label={t('Database')}
        value={fields.database}
        error={errors.database}
        onChange={(database) => patch({ database })}
      />
      <Field label={t('SQL query')} error={errors.sql} help={t('One SELECT that answers one row with one column.')}>
        {(ids) => (
          <SqlField
            id={ids.id}
            label={t('SQL query')}
            value={fields.sql}
            onChange={(sql) => patch({ sql })}
            names={noNames}
            databaseId={fields.database?.id ?? null}
            rows={4}
            isInvalid={errors.sql !== undefined}
          />
        )}
      </Field>
    </>
  );
}

/** Asks once, so that nobody learns at night that the query does not run. */
function CheckNow({ fields }: { readonly fields: ReportFields }) {
  const t = useT();
  const language = useLanguage();
  const [isAsking, setIsAsking] = useState(false);
  const [answer, setAnswer] = useState<{ readonly text: string; readonly isWrong: boolean } | null>(null);
  const { validator, operator } = fields;
  const threshold = readNumber(fields.threshold);
  const isReady = hasSubject(fields) && (validator === 'not null' || threshold !== undefined);
  const ask = async () => {
    setIsAsking(true);
    const config = validator === 'operator' && threshold !== undefined ? { op: operator, threshold } : {};
    try {
      const body = { ...toSubject(fields), validator_type: validator, validator_config_json: config };
      const { result } = await api.callEndpoint(reportEndpoints.check, { body });
      const { value, value_row_json: text } = result;
      const shown = value === null ? (text ?? t('nothing')) : shownNumber(value, language);
      setAnswer({ text: answerText(t, shown, result.is_met), isWrong: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setAnswer({ text: errorText(error), isWrong: true });
    }
    setIsAsking(false);
  };
  return (
    <div className={styles.check}>
      <Button size="small" isBusy={isAsking} isDisabled={!isReady} onClick={() => void ask()}>
        {t('Check now')}
      </Button>
      <output className={classNames(answer?.isWrong ? styles.wrong : textRoles.secondary)} aria-live="polite">
        {answer?.text}
      </output>
    </div>
  );
}

function answerText(t: T, value: string, isMet: boolean): string {
  return isMet
    ? t('The value is {{value}}: the alert would be sent.', { value })
    : t('The value is {{value}}: nothing would be sent.', { value });
}
