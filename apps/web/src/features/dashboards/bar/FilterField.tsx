import { InfoCircleOutlined } from '@ant-design/icons';
import { classNames, Icon, MultiSelect, Select, Skeleton, TextInput, Tooltip } from '@powerset/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { type FilterValue, isNoValue, type maskValue, type NativeFilter, toMask } from '../filters/index.ts';
import { useDashboard } from '../state/dashboard-context.tsx';
import { plainText } from './plain-text.ts';
import { TimeRangeField } from './TimeRangeField.tsx';
import { type FilterCell, useFilterEnds, useFilterValues } from './use-filter-values.ts';

/** One native filter: its name, what it is about, and the control of its type. */
export function FilterField({ filter }: { filter: NativeFilter }) {
  const t = useT();
  const value = useDashboard((state) => maskValueOf(state.bar.draft[filter.id]));
  const chooseFilter = useDashboard((state) => state.chooseFilter);
  const isFocused = useDashboard((state) => state.focusedFilterField === filter.id);
  const [note, setNote] = useState<ReactNode>(null);
  const choose = (next: FilterValue) => chooseFilter(toMask(filter, next));
  const isRequired = filter.controlValues.enableEmptyFilter === true;
  const about = plainText(filter.description);
  const labelId = `label-${filter.id}`;
  return (
    <div className={classNames('fb-f', isFocused && 'is-focused')} data-filter-id={filter.id}>
      <div className="ps-field__label" id={labelId}>
        {filter.name}
        {isRequired ? <span className="fb-required">*</span> : null}
        {about ? (
          <Tooltip text={about}>
            <span className="fb-f__about" role="img" aria-label={about}>
              <Icon of={InfoCircleOutlined} size={12} />
            </span>
          </Tooltip>
        ) : null}
        <span className="ps-field__note ps-num">{note}</span>
      </div>
      <FilterControl filter={filter} value={value} onChange={choose} onNote={setNote} />
      {isRequired && isNoValue(value) ? <p className="ps-field__error">{t('Filter value is required')}</p> : null}
    </div>
  );
}

function maskValueOf(mask: Parameters<typeof maskValue>[0]): FilterValue {
  // The state keeps masks as they were made, so the same mask gives the same value.
  const value = mask?.filterState.value;
  return (value ?? null) as FilterValue;
}

export interface FilterControlProps {
  readonly filter: NativeFilter;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
  readonly onNote: (note: ReactNode) => void;
}

export function FilterControl(props: FilterControlProps) {
  switch (props.filter.filterType) {
    case 'filter_time':
      return <TimeRangeField label={props.filter.name} value={props.value} onChange={props.onChange} />;
    case 'filter_range':
      return <RangeField {...props} />;
    case 'filter_timecolumn':
      return <TimeColumnField {...props} />;
    case 'filter_timegrain':
      return <TimeGrainField {...props} />;
    default:
      return <ValueField {...props} />;
  }
}

const searchDelayMs = 500;

function ValueField({ filter, value, onChange, onNote }: FilterControlProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { values, isLoading, error } = useFilterValues(filter, search);
  const chosen = Array.isArray(value) ? value : [];
  const isMulti = filter.controlValues.multiSelect !== false;
  useFirstValue({ filter, value, values, onChange });
  useEffect(() => {
    onNote(
      chosen.length > 0 && values.length > 0
        ? t('{{count}} of {{total}}', { count: chosen.length, total: values.length })
        : null,
    );
  }, [chosen.length, values.length, onNote, t]);
  if (error) return <p className="ps-field__error">{error.message}</p>;
  if (isLoading && values.length === 0) return <Skeleton height={32} width="100%" />;
  const choices = [...new Set<FilterCell>([...chosen, ...values])].map((cell) => ({
    value: cell,
    label: cellText(cell),
  }));
  const shared = {
    choices,
    label: filter.name,
    placeholder: t('{{count}} options', { count: values.length }),
    isLoading,
    isClearable: true,
    ...(filter.controlValues.searchAllOptions === true ? { onSearch: setTyped } : {}),
  };
  if (!isMulti)
    return <Select {...shared} value={chosen[0]} onChange={(next) => onChange(next === undefined ? null : [next])} />;
  return <MultiSelect {...shared} value={chosen} onChange={(next) => onChange(next.length > 0 ? next : null)} />;
}

interface FirstValueInput {
  readonly filter: NativeFilter;
  readonly value: FilterValue;
  readonly values: readonly FilterCell[];
  readonly onChange: (value: FilterValue) => void;
}

/** A filter that begins with its first value takes it as soon as it is known. */
function useFirstValue({ filter, value, values, onChange }: FirstValueInput): void {
  const applyFilters = useDashboard((state) => state.applyFilters);
  const takesFirst = filter.controlValues.defaultToFirstItem === true && isNoValue(value) && values.length > 0;
  // Once, when the values have come; later the reader decides.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!takesFirst) return;
    onChange([values[0] ?? null]);
    applyFilters();
  }, [values.length > 0]);
}

function cellText(cell: FilterCell): string {
  if (cell === null) return '<NULL>';
  return cell === '' ? '<empty string>' : String(cell);
}

function RangeField({ filter, value, onChange, onNote }: FilterControlProps) {
  const t = useT();
  const ends = useFilterEnds(filter);
  const [low = null, high = null] = Array.isArray(value) ? value : [];
  useEffect(() => {
    onNote(ends.min === null || ends.max === null ? null : `${shortNumber(ends.min)} – ${shortNumber(ends.max)}`);
  }, [ends.min, ends.max, onNote]);
  const change = (nextLow: FilterCell, nextHigh: FilterCell) =>
    onChange(nextLow === null && nextHigh === null ? null : [nextLow, nextHigh]);
  return (
    <div className="fb-range">
      <NumberInput
        label={t('Least value')}
        value={low}
        placeholder={ends.min}
        onChange={(next) => change(next, high)}
      />
      <span>–</span>
      <NumberInput
        label={t('Greatest value')}
        value={high}
        placeholder={ends.max}
        onChange={(next) => change(low, next)}
      />
    </div>
  );
}

interface NumberInputProps {
  readonly label: string;
  readonly value: FilterCell;
  readonly placeholder: number | null;
  readonly onChange: (value: number | null) => void;
}

function NumberInput({ label, value, placeholder, onChange }: NumberInputProps) {
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      type="number"
      value={typeof value === 'number' ? String(value) : ''}
      placeholder={placeholder === null ? '' : shortNumber(placeholder)}
      onChange={(text) => onChange(text.trim() === '' || !Number.isFinite(Number(text)) ? null : Number(text))}
    />
  );
}

function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

function TimeColumnField({ filter, value, onChange }: FilterControlProps) {
  const dataset = useDashboard((state) => state.datasets[filter.targets[0]?.datasetId ?? -1]);
  const choices = (dataset?.columns ?? [])
    .filter((column) => column.is_dttm)
    .map((column) => ({ value: column.column_name, label: column.verbose_name || column.column_name }));
  return <OneOf label={filter.name} choices={choices} value={value} onChange={onChange} />;
}

function TimeGrainField({ filter, value, onChange }: FilterControlProps) {
  const dataset = useDashboard((state) => state.datasets[filter.targets[0]?.datasetId ?? -1]);
  const choices = (dataset?.time_grain_sqla ?? []).flatMap(([code, label]) => (code ? [{ value: code, label }] : []));
  return <OneOf label={filter.name} choices={choices} value={value} onChange={onChange} />;
}

interface OneOfProps {
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
}

function OneOf({ label, choices, value, onChange }: OneOfProps) {
  const t = useT();
  const [chosen] = Array.isArray(value) ? value : [];
  return (
    <Select
      label={label}
      choices={choices}
      value={typeof chosen === 'string' ? chosen : undefined}
      placeholder={t('{{count}} options', { count: choices.length })}
      isClearable
      onChange={(next) => onChange(next === undefined ? null : [next])}
    />
  );
}
