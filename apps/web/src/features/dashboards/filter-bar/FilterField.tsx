import { InfoCircleOutlined } from '@ant-design/icons-svg';
import {
  classNames,
  FieldError,
  fieldLabel,
  IconButton,
  MultiSelect,
  Popover,
  Select,
  Skeleton,
  Truncated,
  textRoles,
} from '@powerset/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FieldButton } from '../../../controls/field-button/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { msg, toGrainChoices, useT } from '../../../i18n/index.ts';
import {
  defaultRowLimit,
  type FilterValue,
  isNoValue,
  type maskValue,
  type NativeFilter,
  toLabel,
  toMask,
} from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';
import { DescriptionText } from './DescriptionText.tsx';
import styles from './FilterField.module.css';
import { missingColumnText, useMissingColumn } from './missing-column.ts';
import { RangeField } from './RangeField.tsx';
import { TimeField } from './TimeField.tsx';
import { type FilterCell, useFilterValues, useLookUp } from './use-filter-values.ts';
import { useFocusMarks, useWanted } from './use-wanted-filter.ts';

/** One native filter: its name, what it is about, and the control of its type. */
export function FilterField({ filter, isRow = false }: { filter: NativeFilter; isRow?: boolean }) {
  const t = useT();
  const value = useDashboard((state) => maskValueOf(state.bar.draft[filter.id]));
  const chooseFilter = useDashboard((state) => state.chooseFilter);
  const isFocused = useDashboard((state) => state.focusedFilterField === filter.id);
  const [note, setNote] = useState<ReactNode>(null);
  const choose = (next: FilterValue) => chooseFilter(toMask(filter, next));
  const isRequired = filter.controlValues.enableEmptyFilter === true;
  const isMissing = isRequired && isNoValue(value);
  const labelId = `label-${filter.id}`;
  const field = useRef<HTMLDivElement>(null);
  useWanted(filter.id, field);
  const marks = useFocusMarks(filter.id);
  return (
    <div
      ref={field}
      {...marks}
      className={classNames(styles.field, isFocused && styles.focused, isRow && styles.inRow)}
      data-filter-id={filter.id}
    >
      <div
        className={classNames(fieldLabel.line, styles.label, isMissing && styles.missing)}
        id={labelId}
        title={
          isRow ? [filter.name, isMissing ? t('Filter value is required') : ''].filter(Boolean).join(': ') : undefined
        }
      >
        {isRow ? (
          <span dir="auto" className={textRoles.truncated}>
            {filter.name}
          </span>
        ) : (
          <Truncated text={filter.name} lines={3} />
        )}
        {isRequired ? <span className={styles.required}>*</span> : null}
        {filter.description ? <About name={filter.name} html={filter.description} /> : null}
        <span className={classNames(fieldLabel.note, textRoles.numbers, styles.note)}>{note}</span>
      </div>
      <div className={styles.control} data-filter-control>
        {isRow && filter.filterType === 'filter_range' ? (
          <Popover
            label={filter.name}
            width={280}
            trigger={<FieldButton>{isNoValue(value) ? t('All values') : toLabel(filter, value)}</FieldButton>}
          >
            <FilterControl filter={filter} value={value} onChange={choose} onNote={setNote} />
          </Popover>
        ) : (
          <FilterControl filter={filter} value={value} onChange={choose} onNote={setNote} />
        )}
      </div>
      {isMissing && !isRow ? <FieldError isSpoken={false}>{t('Filter value is required')}</FieldError> : null}
    </div>
  );
}

/** What the filter's author says about it. */
function About({ name, html }: { name: string; html: string }) {
  const t = useT();
  const label = t('About {{name}}', { name });
  return (
    <Popover
      label={label}
      trigger={
        <IconButton className={styles.about} icon={InfoCircleOutlined} size="small" label={label} hasTooltip={false} />
      }
      width={280}
    >
      <DescriptionText html={html} />
    </Popover>
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
  /** It shows what the filter will be, and says nothing to the dashboard. */
  readonly isPreview?: boolean;
}

export function FilterControl(props: FilterControlProps) {
  const t = useT();
  const missing = useMissingColumn(props.filter);
  if (missing) return <FieldError isSpoken={false}>{t(missingColumnText, missing)}</FieldError>;
  switch (props.filter.filterType) {
    case 'filter_time':
      return <TimeField label={props.filter.name} value={props.value} onChange={props.onChange} />;
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
const beyondOffered = msg(
  'Not among the first {{count}} values. The settings of the filter can have all of them searched.',
);
const noneChosen: readonly FilterCell[] = [];

function ValueField({ filter, value, onChange, onNote, isPreview = false }: FilterControlProps) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { values, isLoading, error, reload } = useFilterValues(filter, search);
  const chosen = Array.isArray(value) ? value : noneChosen;
  const isMulti = filter.controlValues.multiSelect !== false;
  const lookUp = useLookUp(filter);
  useFirstValue({ filter, value, values, onChange, isPreview });
  useEffect(() => {
    onNote(noteText(t, { chosen, values, isSearched: search.trim() !== '' }));
  }, [chosen, values, search, onNote, t]);
  if (error)
    return <LoadFailure title={t('The values could not be loaded.')} error={error} onRetry={reload} isSpoken={false} />;
  if (isLoading && values.length === 0) return <Skeleton height={32} width="100%" />;
  const choices = [...new Set<FilterCell>([...chosen, ...values])].map((cell) => ({
    value: cell,
    label: cellText(cell),
  }));
  const searchesAll = filter.controlValues.searchAllOptions === true;
  const isCut = values.length >= defaultRowLimit;
  const shared = {
    choices,
    label: filter.name,
    placeholder: isCut ? t('{{count}} or more options', { count: values.length }) : optionsText(t, values.length),
    isLoading,
    isClearable: true,
    ...(searchesAll ? { onSearch: setTyped } : {}),
    ...(isCut && !searchesAll ? { notFound: t(beyondOffered, { count: values.length }) } : {}),
  };
  if (!isMulti)
    return <Select {...shared} value={chosen[0]} onChange={(next) => onChange(next === undefined ? null : [next])} />;
  return (
    <MultiSelect
      {...shared}
      value={chosen}
      onLookUp={lookUp}
      onChange={(next) => onChange(next.length > 0 ? next : null)}
    />
  );
}

interface NoteInput {
  readonly chosen: readonly FilterCell[];
  readonly values: readonly FilterCell[];
  readonly isSearched: boolean;
}

/** How many values are chosen; of how many, where all that there are have been loaded. */
function noteText(t: ReturnType<typeof useT>, { chosen, values, isSearched }: NoteInput): string | null {
  if (chosen.length === 0 || values.length === 0) return null;
  const offered = new Set(values);
  const isWhole = !isSearched && values.length < defaultRowLimit && chosen.every((value) => offered.has(value));
  return isWhole
    ? t('{{count}} of {{total}}', { count: chosen.length, total: values.length })
    : t('{{count}} selected', { count: chosen.length });
}

interface FirstValueInput {
  readonly filter: NativeFilter;
  readonly value: FilterValue;
  readonly values: readonly FilterCell[];
  readonly onChange: (value: FilterValue) => void;
  readonly isPreview: boolean;
}

/** A filter that begins with its first value takes it as soon as it is known. */
function useFirstValue({ filter, value, values, onChange, isPreview }: FirstValueInput): void {
  const applyFilters = useDashboard((state) => state.applyFilters);
  const takesFirst = filter.controlValues.defaultToFirstItem === true && isNoValue(value) && values.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the values have come; later the reader decides
  useEffect(() => {
    if (!takesFirst) return;
    onChange([values[0] ?? null]);
    if (!isPreview) applyFilters();
  }, [values.length > 0]);
}

export function cellText(cell: FilterCell): string {
  if (cell === null) return '<NULL>';
  return cell === '' ? '<empty string>' : String(cell);
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
  const choices = toGrainChoices(dataset?.time_grain_sqla).flatMap(({ value, label }) =>
    value ? [{ value, label }] : [],
  );
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
      placeholder={optionsText(t, choices.length)}
      isClearable
      onChange={(next) => onChange(next === undefined ? null : [next])}
    />
  );
}

function optionsText(t: ReturnType<typeof useT>, count: number): string {
  return count === 1 ? t('1 option') : t('{{count}} options', { count });
}
