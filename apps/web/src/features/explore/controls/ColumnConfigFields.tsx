import {
  type ControlDefinition,
  isRecord,
  maxFractionDigits,
  numberFormatChoices,
  textAlignChoices,
  textOf,
  timeFormatChoices,
  toNumber,
} from '@powerset/chart-kit';
import { Checkbox, Field, TextInput } from '@powerset/ui';
import { msg, useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import type { ColumnKind } from '../model/dataset.ts';
import parts from '../parts.module.css';
import { CurrencyFields } from './CurrencyFields.tsx';
import { NumberText } from './NumberText.tsx';
import { SelectField } from './SelectField.tsx';

type Config = Readonly<Record<string, unknown>>;

/** A column of a table by its type, or what else a chart configures one by one. */
export type ConfiguredKind = ColumnKind | NonNullable<ControlDefinition['configures']>;

export interface ColumnConfigFieldsProps {
  readonly draft: Config;
  readonly errors: Readonly<Record<string, string>>;
  readonly kind: ConfiguredKind;
  readonly change: (next: Config) => void;
}

/** What can be set for one column, by its type. */
export function ColumnConfigFields(props: ColumnConfigFieldsProps) {
  if (props.kind === 'axes') return <AxisFields {...props} />;
  if (props.kind === 'comparison') return <ComparedFields {...props} />;
  return <CellFields {...props} />;
}

const axisEnds = [
  ['radarMetricMinValue', msg('Min')],
  ['radarMetricMaxValue', msg('Max')],
] as const;

/** Where the axis of a metric begins and ends. */
function AxisFields({ draft, errors, change }: ColumnConfigFieldsProps) {
  const t = useT();
  return (
    <div className={parts.pair}>
      {axisEnds.map(([field, label]) => (
        <Field key={field} label={t(label)} error={errors[field] ? t(errors[field]) : null}>
          {(ids) => (
            <NumberText
              {...ids}
              inputMode="decimal"
              value={draft[field]}
              onChange={(end) => change({ ...draft, [field]: end })}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** Whether a figure of a comparison is shown, under which name and with which mark. */
function ComparedFields({ draft, change }: ColumnConfigFieldsProps) {
  const t = useT();
  return (
    <div className={parts.fields}>
      <Field label={t('Display column name')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={textOf(draft, 'customColumnName')}
            onChange={(customColumnName) => change({ ...draft, customColumnName })}
          />
        )}
      </Field>
      <Checkbox isChecked={draft.visible !== false} onChange={(visible) => change({ ...draft, visible })}>
        {t('Display in chart')}
      </Checkbox>
      <Checkbox
        isChecked={draft.displayTypeIcon !== false}
        onChange={(displayTypeIcon) => change({ ...draft, displayTypeIcon })}
      >
        {t('Display type icon')}
      </Checkbox>
    </div>
  );
}

function CellFields(props: ColumnConfigFieldsProps) {
  const { draft, errors, kind, change } = props;
  const t = useT();
  const patch = (part: Config) => change({ ...draft, ...part });
  return (
    <div className={parts.fields}>
      {kind === 'number' ? <NumberFields {...props} /> : null}
      {kind === 'temporal' ? (
        <FormatField label={t('Time format')} field="d3TimeFormat" choices={timeFormatChoices} {...props} />
      ) : null}
      <div className={parts.pair}>
        <SelectField
          label={t('Text align')}
          isClearable
          value={textOf(draft, 'horizontalAlign')}
          choices={textAlignChoices}
          onChange={(horizontalAlign) => patch({ horizontalAlign })}
        />
        <Field label={t('Min width')} note="px" error={errors.columnWidth ? t(errors.columnWidth) : null}>
          {(ids) => (
            <NumberText
              {...ids}
              inputMode="numeric"
              value={draft.columnWidth}
              onChange={(columnWidth) => patch({ columnWidth })}
            />
          )}
        </Field>
      </div>
      <PlaceFields {...props} />
      {kind === 'number' ? null : (
        <Checkbox
          isChecked={draft.truncateLongCells === true}
          onChange={(truncateLongCells) => patch({ truncateLongCells })}
        >
          {t('Truncate long cells')}
        </Checkbox>
      )}
    </div>
  );
}

const edges = [
  { value: 'left', label: msg('Left') },
  { value: 'right', label: msg('Right') },
];
const cellCharts = [
  { value: 'line', label: msg('Line') },
  { value: 'bars', label: msg('Bars') },
];

/** At which edge a column stays, and what its lists of numbers or its earlier figures are drawn as. */
function PlaceFields({ draft, kind, change }: ColumnConfigFieldsProps) {
  const t = useT();
  const { form } = useExplore();
  const named = (choices: readonly { readonly value: string; readonly label: string }[]) =>
    choices.map(({ value, label }) => ({ value, label: t(label) }));
  return (
    <div className={parts.pair}>
      <SelectField
        label={t('Pin column')}
        isClearable
        value={textOf(draft, 'pinned')}
        choices={named(form.viz_type === 'table' ? edges : edges.slice(0, 1))}
        onChange={(pinned) => change({ ...draft, pinned })}
      />
      {kind === 'temporal' ? null : (
        <SelectField
          label={t('Draw lists as')}
          isClearable
          value={textOf(draft, 'cellChart')}
          choices={named(cellCharts)}
          onChange={(cellChart) => change({ ...draft, cellChart })}
        />
      )}
    </div>
  );
}

interface FormatFieldProps extends ColumnConfigFieldsProps {
  readonly label: string;
  readonly field: string;
  readonly choices: readonly { readonly value: unknown; readonly label: string }[];
}

function FormatField({ draft, change, label, field, choices }: FormatFieldProps) {
  return (
    <SelectField
      label={label}
      isFreeForm
      isClearable
      value={textOf(draft, field)}
      choices={choices}
      onChange={(next) => change({ ...draft, [field]: next })}
    />
  );
}

/** Switches of a column, and those of the chart that hold until a column says otherwise. */
const switches = [
  ['showCellBars', msg('Show cell bars'), 'show_cell_bars'],
  ['alignPositiveNegative', msg('Align +/-'), 'align_pn'],
  ['colorPositiveNegative', msg('Color +/-'), 'color_pn'],
] as const;

function NumberFields(props: ColumnConfigFieldsProps) {
  const { draft, errors, change } = props;
  const t = useT();
  const { form } = useExplore();
  const patch = (part: Config) => change({ ...draft, ...part });
  const digits = toNumber(draft.fractionDigits) ?? maxFractionDigits;
  return (
    <>
      <FormatField label={t('D3 format')} field="d3NumberFormat" choices={numberFormatChoices} {...props} />
      <FormatField
        label={t('Small number format')}
        field="d3SmallNumberFormat"
        choices={numberFormatChoices}
        {...props}
      />
      <Field label={t('Currency format')}>
        {() => (
          <CurrencyFields
            label={t('Currency format')}
            value={isRecord(draft.currencyFormat) ? draft.currencyFormat : null}
            onChange={(currencyFormat) => patch({ currencyFormat })}
          />
        )}
      </Field>
      <Field label={t('Fraction digits')} error={errors.fractionDigits ? t(errors.fractionDigits) : null}>
        {(ids) => (
          <div className={parts.slider}>
            <input
              {...ids}
              type="range"
              min={0}
              max={maxFractionDigits}
              step={1}
              value={digits}
              onChange={(event) => patch({ fractionDigits: Number(event.target.value) })}
            />
            <output>{digits}</output>
          </div>
        )}
      </Field>
      {switches.map(([field, label, ofChart]) => (
        <Checkbox
          key={field}
          isChecked={(draft[field] ?? form[ofChart]) === true}
          onChange={(isOn) => patch({ [field]: isOn })}
        >
          {t(label)}
        </Checkbox>
      ))}
    </>
  );
}
