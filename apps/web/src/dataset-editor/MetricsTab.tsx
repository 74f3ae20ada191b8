import { FunctionOutlined } from '@ant-design/icons-svg';
import { automaticCurrency, type Currency, numberFormatChoices } from '@powerset/chart-kit';
import { EmptyState, Field, newUuid, Select } from '@powerset/ui';
import { currencyChoices } from '../controls/currency-choices/index.ts';
import { useT } from '../i18n/index.ts';
import { CertificationFields } from './CertificationFields.tsx';
import type { Change, DraftMetric, DraftProps } from './draft.ts';
import { editItems } from './edit-items.ts';
import { FieldDetails } from './FieldDetails.tsx';
import { Cell, DescriptionField, ExpressionCell, TextField } from './FieldParts.tsx';
import { type FieldRow, FieldTable } from './FieldTable.tsx';
import parts from './parts.module.css';

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
  const { add, patch, remove } = editItems<DraftMetric>((toNext) =>
    onChange(({ metrics }) => ({ metrics: toNext(metrics) })),
  );
  const toRow = (metric: DraftMetric, at: number): FieldRow => ({
    key: String(at),
    name: metric.metric_name,
    cells: [
      <Cell
        key="name"
        label={t('Metric key')}
        placeholder={t('Metric key')}
        value={metric.metric_name}
        onChange={(metric_name) => patch(at, { metric_name })}
      />,
      <Cell
        key="label"
        label={t('Label')}
        value={metric.verbose_name}
        onChange={(verbose_name) => patch(at, { verbose_name })}
      />,
      <ExpressionCell
        key="sql"
        draft={draft}
        value={metric.expression}
        onChange={(expression) => patch(at, { expression })}
      />,
    ],
    details: (
      <MetricDetails
        metric={metric}
        hasCurrencies={Boolean(draft.currency_code_column)}
        patch={(change) => patch(at, change)}
      />
    ),
    onRemove: () => remove(at),
  });
  return (
    <FieldTable
      heads={[{ label: t('Metric key') }, { label: t('Label') }, { label: t('SQL expression') }]}
      rows={draft.metrics.map(toRow)}
      empty={
        <EmptyState
          size="small"
          icon={FunctionOutlined}
          title={t('No saved metrics found')}
          text={t('A metric is an expression that charts of this dataset share.')}
        />
      }
      onAdd={() => add({ ...emptyMetric, uuid: newUuid() })}
    />
  );
}

interface MetricDetailsProps {
  readonly metric: DraftMetric;
  /** A column of the dataset says which currency a row's amounts are in. */
  readonly hasCurrencies: boolean;
  readonly patch: (change: Change<DraftMetric>) => void;
}

function MetricDetails({ metric, hasCurrencies, patch }: MetricDetailsProps) {
  const t = useT();
  return (
    <FieldDetails>
      <DescriptionField value={metric.description} onChange={(description) => patch({ description })} />
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
      <CurrencyFields
        currency={metric.currency ?? null}
        hasCurrencies={hasCurrencies}
        onChange={(currency) => patch({ currency })}
      />
      <TextField
        label={t('Warning message')}
        value={metric.warning_text}
        onChange={(warning_text) => patch({ warning_text })}
      />
      <CertificationFields
        extra={metric.extra}
        onChange={(toExtra) => patch(({ extra }) => ({ extra: toExtra(extra) }))}
      />
    </FieldDetails>
  );
}

interface CurrencyFieldsProps extends Pick<MetricDetailsProps, 'hasCurrencies'> {
  readonly currency: Currency | null;
  readonly onChange: (currency: Currency | null) => void;
}

function CurrencyFields({ currency, hasCurrencies, onChange }: CurrencyFieldsProps) {
  const t = useT();
  const position = currency?.symbolPosition ?? 'prefix';
  return (
    <Field label={t('Currency')}>
      {(ids) => (
        <div className={parts.pair}>
          <Select
            {...ids}
            label={t('Currency')}
            isFreeForm
            isClearable
            value={currency?.symbol}
            choices={currencyChoices(hasCurrencies || currency?.symbol === automaticCurrency)}
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
