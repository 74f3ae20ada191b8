import { FunctionOutlined, PlusOutlined } from '@ant-design/icons';
import { numberFormatChoices } from '@powerset/chart-kit';
import { Button, EmptyState, Field, Select, TextArea, TextInput } from '@powerset/ui';
import { SqlField } from '../../../controls/sql-field/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { Currency, DatasetDraft, DraftMetric } from './draft.ts';
import { Cell, type FieldRow, FieldTable } from './FieldTable.tsx';
import { toDraftNames } from './names.ts';
import { WorthFields } from './WorthFields.tsx';

export interface DraftProps {
  readonly draft: DatasetDraft;
  readonly onChange: (draft: DatasetDraft) => void;
}

const emptyMetric: DraftMetric = {
  metric_name: '',
  verbose_name: null,
  description: null,
  expression: '',
  d3format: null,
  currency: null,
  warning_text: null,
  extra: null,
};

export function MetricsTab({ draft, onChange }: DraftProps) {
  const t = useT();
  const put = (metrics: readonly DraftMetric[]) => onChange({ ...draft, metrics });
  const patch = (at: number, change: Partial<DraftMetric>) =>
    put(draft.metrics.map((metric, index) => (index === at ? { ...metric, ...change } : metric)));
  const toRow = (metric: DraftMetric, at: number): FieldRow => ({
    key: String(at),
    name: metric.metric_name,
    cells: [
      <Cell
        key="name"
        label={t('Metric key')}
        value={metric.metric_name}
        onChange={(metric_name) => patch(at, { metric_name })}
      />,
      <Cell
        key="label"
        label={t('Label')}
        value={metric.verbose_name}
        onChange={(verbose_name) => patch(at, { verbose_name })}
      />,
      <SqlField
        key="sql"
        label={t('SQL expression')}
        rows={1}
        names={{ columns: toDraftNames(draft) }}
        databaseId={draft.database.id}
        backend={draft.database.backend}
        value={metric.expression}
        onChange={(expression) => patch(at, { expression })}
      />,
    ],
    details: <MetricDetails metric={metric} patch={(change) => patch(at, change)} />,
    onRemove: () => put(draft.metrics.filter((_metric, index) => index !== at)),
  });
  return (
    <>
      <FieldTable
        heads={[t('Metric key'), t('Label'), t('SQL expression')]}
        rows={draft.metrics.map(toRow)}
        empty={
          <EmptyState
            size="small"
            icon={FunctionOutlined}
            title={t('No saved metrics found')}
            text={t('A metric is an expression that charts of this dataset share.')}
          />
        }
      />
      <Button size="small" icon={PlusOutlined} onClick={() => put([...draft.metrics, emptyMetric])}>
        {t('Add item')}
      </Button>
    </>
  );
}

interface MetricDetailsProps {
  readonly metric: DraftMetric;
  readonly patch: (change: Partial<DraftMetric>) => void;
}

function MetricDetails({ metric, patch }: MetricDetailsProps) {
  const t = useT();
  return (
    <div className="xp-details">
      <Field label={t('Description')}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={2}
            value={metric.description ?? ''}
            onChange={(description) => patch({ description })}
          />
        )}
      </Field>
      <Field label={t('D3 format')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('D3 format')}
            isFreeForm
            isClearable
            value={metric.d3format ?? undefined}
            choices={numberFormatChoices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
            onChange={(d3format) => patch({ d3format: d3format ?? null })}
          />
        )}
      </Field>
      <CurrencyFields currency={metric.currency ?? null} onChange={(currency) => patch({ currency })} />
      <Field label={t('Warning message')}>
        {(ids) => (
          <TextInput {...ids} value={metric.warning_text ?? ''} onChange={(warning_text) => patch({ warning_text })} />
        )}
      </Field>
      <WorthFields extra={metric.extra} onChange={(extra) => patch({ extra })} />
    </div>
  );
}

const currencies = ['USD', 'EUR', 'GBP', 'INR', 'MXN', 'JPY', 'CNY'];

interface CurrencyFieldsProps {
  readonly currency: Currency | null;
  readonly onChange: (currency: Currency | null) => void;
}

function CurrencyFields({ currency, onChange }: CurrencyFieldsProps) {
  const t = useT();
  const position = currency?.symbolPosition ?? 'prefix';
  return (
    <Field label={t('Currency')}>
      {(ids) => (
        <div className="xp-pair">
          <Select
            {...ids}
            label={t('Currency')}
            isFreeForm
            isClearable
            value={currency?.symbol}
            choices={currencies.map((code) => ({ value: code, label: code }))}
            onChange={(symbol) => onChange(symbol ? { symbol, symbolPosition: position } : null)}
          />
          <Select<Currency['symbolPosition']>
            label={t('Prefix or suffix')}
            isDisabled={!currency}
            value={position}
            choices={[
              { value: 'prefix', label: t('Prefix') },
              { value: 'suffix', label: t('Suffix') },
            ]}
            onChange={(next) => currency && onChange({ ...currency, symbolPosition: next ?? 'prefix' })}
          />
        </div>
      )}
    </Field>
  );
}
