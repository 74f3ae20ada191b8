import type { ReportFormat } from '@powerset/contract';
import { Checkbox, Field, RadioGroup, Select, TextInput } from '@powerset/ui';
import { FieldPair } from '../controls/form-modal/index.ts';
import { useT } from '../i18n/index.ts';
import type { PartProps } from './part-props.ts';
import { RelatedSelect } from './RelatedSelect.tsx';
import { formatsOf, type ReportSource } from './report-form.ts';
import { StateLinkField } from './StateLinkField.tsx';

type T = ReturnType<typeof useT>;

function formatText(t: T, format: ReportFormat): string {
  const texts: Readonly<Record<ReportFormat, string>> = {
    PNG: t('Picture (PNG)'),
    PDF: t('PDF'),
    CSV: t('Rows as CSV'),
    XLSX: t('Rows as Excel (XLSX)'),
    TEXT: t('Rows as text in the message'),
    HTML: t('File with filters (HTML)'),
  };
  return texts[format];
}

/** What is delivered, and as what. */
export function ContentFields({ fields, patch, errors }: PartProps) {
  const t = useT();
  const { sourceKind: kind, source, format } = fields;
  const setKind = (sourceKind: ReportSource['kind']) =>
    patch({ sourceKind, source: null, ...(formatsOf(sourceKind).includes(format) ? {} : { format: 'PNG' as const }) });
  // Made beside a chart or dashboard it stays with that.
  const isBound = fields.method !== 'alerts_reports';
  const isPicture = format === 'PNG' || format === 'PDF';
  return (
    <>
      {isBound ? null : (
        <RadioGroup
          name="report-source"
          label={t('Content type')}
          value={kind}
          choices={[
            { value: 'dashboard', label: t('Dashboard') },
            { value: 'chart', label: t('Chart') },
          ]}
          onChange={setKind}
        />
      )}
      <FieldPair>
        {isBound ? (
          <Field label={kind === 'chart' ? t('Chart') : t('Dashboard')}>
            {(ids) => <TextInput {...ids} value={source?.name ?? ''} readOnly />}
          </Field>
        ) : (
          <RelatedSelect
            key={kind}
            kind={kind}
            label={kind === 'chart' ? t('Chart') : t('Dashboard')}
            value={source}
            error={errors.chart ?? errors.dashboard}
            onChange={(next) => patch({ source: next && { kind, ...next }, dashboardState: null })}
          />
        )}
        <Field label={t('Format')} error={errors.report_format}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Format')}
              value={format}
              choices={formatsOf(kind).map((one) => ({ value: one, label: formatText(t, one) }))}
              isClearable={false}
              onChange={(next = 'PNG') => patch({ format: next })}
            />
          )}
        </Field>
      </FieldPair>
      {kind === 'dashboard' ? <StateFields fields={fields} patch={patch} /> : null}
      {isPicture ? (
        <Field
          label={t('Width of the picture')}
          note={t('Optional')}
          error={errors.custom_width}
          help={t('In pixels, from 600 to 2400')}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="number"
              min={600}
              max={2400}
              value={fields.width}
              onChange={(width) => patch({ width })}
            />
          )}
        </Field>
      ) : null}
      <Checkbox isChecked={fields.isFresh} onChange={(isFresh) => patch({ isFresh })}>
        {t('Ignore cache when generating report')}
      </Checkbox>
    </>
  );
}

/** In which state the dashboard is delivered. */
function StateFields({ fields, patch }: Omit<PartProps, 'errors'>) {
  const t = useT();
  if (fields.dashboardState === null) return <StateLinkField fields={fields} patch={patch} />;
  return (
    <Checkbox isChecked onChange={() => patch({ dashboardState: null })}>
      {t('With the filters and tabs that were chosen when it was made')}
    </Checkbox>
  );
}
