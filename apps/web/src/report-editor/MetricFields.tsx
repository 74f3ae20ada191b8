import type { AlertMetric, WireDatasetDetail } from '@powerset/contract';
import { Field, Select } from '@powerset/ui';
import { resources, useItem } from '../api/index.ts';
import { FieldPair } from '../controls/form-modal/index.ts';
import { SqlField } from '../controls/sql-field/index.ts';
import { TimeRangePicker } from '../controls/time-range/index.ts';
import { useT } from '../i18n/index.ts';
import type { PartProps } from './part-props.ts';
import { RelatedSelect } from './RelatedSelect.tsx';
import { metricSql } from './report-form.ts';

type Metric = AlertMetric['metric'];

/** Stand for metrics that have no name in the dataset; no name of a metric begins so. */
const [ownExpression, otherMetric] = [' sql', ' other'];

function choiceOf(metric: Metric | null): string | undefined {
  if (metric === null || typeof metric === 'string') return metric ?? undefined;
  return metric.expressionType === 'SQL' ? ownExpression : otherMetric;
}

/** The metric that is compared, and the rows of which it is. */
export function MetricFields({ fields, patch, errors }: PartProps) {
  const t = useT();
  const { dataset, metric } = fields;
  const { data } = useItem(resources.datasets, dataset?.id ?? null);
  const setMetric = (choice: string | undefined) => {
    if (choice !== otherMetric) patch({ metric: choice === ownExpression ? metricSql('') : (choice ?? null) });
  };
  return (
    <>
      <FieldPair>
        <RelatedSelect
          kind="dataset"
          label={t('Dataset')}
          value={dataset}
          error={errors.metric}
          onChange={(next) => patch({ dataset: next, metric: null, timeRange: '', where: '' })}
        />
        <Field label={t('Metric')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Metric')}
              value={choiceOf(metric)}
              choices={[
                ...(data?.metrics ?? []).map((one) => ({
                  value: one.metric_name,
                  label: one.verbose_name || one.metric_name,
                })),
                ...(choiceOf(metric) === otherMetric ? [{ value: otherMetric, label: labelOf(metric) }] : []),
                { value: ownExpression, label: t('Custom SQL') },
              ]}
              isClearable={false}
              onChange={setMetric}
            />
          )}
        </Field>
      </FieldPair>
      {dataset ? <RowFields fields={fields} patch={patch} errors={errors} dataset={data} /> : null}
    </>
  );
}

function labelOf(metric: Metric | null): string {
  return metric === null || typeof metric === 'string' ? (metric ?? '') : (metric.label ?? '');
}

const kinds = ['number', 'string', 'temporal', 'boolean'] as const;

function toSqlColumn({ column_name: name, type, type_generic: kind }: WireDatasetDetail['columns'][number]) {
  return { name, detail: type ?? '', type: kinds[kind] ?? 'string' } as const;
}

/** What is said in SQL, and of which time the rows are. */
function RowFields({ fields, patch, dataset }: PartProps & { readonly dataset: WireDatasetDetail | undefined }) {
  const t = useT();
  const { metric } = fields;
  const names = { columns: (dataset?.columns ?? []).map(toSqlColumn) };
  const databaseId = dataset?.database.id ?? null;
  // Before the dataset has come, what is saved says which fields there will be.
  const hasTime = dataset ? Boolean(dataset.main_dttm_col) : fields.timeRange !== '';
  return (
    <>
      {choiceOf(metric) === ownExpression && typeof metric === 'object' ? (
        <Field label={t('SQL expression')}>
          {(ids) => (
            <SqlField
              id={ids.id}
              label={t('SQL expression')}
              value={metric?.sqlExpression ?? ''}
              onChange={(text) => patch({ metric: metricSql(text) })}
              {...{ names, databaseId, rows: 2 }}
            />
          )}
        </Field>
      ) : null}
      {hasTime ? (
        <Field label={t('Time range')}>
          {() => (
            <TimeRangePicker look="field" value={fields.timeRange} onChange={(timeRange) => patch({ timeRange })} />
          )}
        </Field>
      ) : null}
      <Field label={t('Condition on rows')} note={t('Optional')} help={t('In SQL, as in a WHERE clause')}>
        {(ids) => (
          <SqlField
            id={ids.id}
            label={t('Condition on rows')}
            value={fields.where}
            onChange={(where) => patch({ where })}
            {...{ names, databaseId, rows: 2 }}
          />
        )}
      </Field>
    </>
  );
}
