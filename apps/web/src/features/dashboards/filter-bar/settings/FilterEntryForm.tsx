import { Checkbox, Field, MultiSelect, Select, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import {
  type FilterEntry,
  type FilterType,
  type FilterValue,
  filterTypeLabels,
  filterTypes,
  isFilter,
  isNoValue,
  maskValue,
  type NativeFilter,
  possibleParents,
  toMask,
} from '../../filters/index.ts';
import { useDashboard } from '../../state/index.ts';
import { FilterControl } from '../FilterField.tsx';
import styles from './FilterEntryForm.module.css';
import { PreFilterFields } from './PreFilterFields.tsx';
import { ScopeTree } from './ScopeTree.tsx';

export interface FilterEntryFormProps {
  readonly entry: FilterEntry;
  readonly entries: readonly FilterEntry[];
  readonly problems: readonly string[];
  readonly onChange: (entry: FilterEntry) => void;
}

/** Everything that can be said of a filter or a divider. */
export function FilterEntryForm({ entry, entries, problems, onChange }: FilterEntryFormProps) {
  const t = useT();
  const list =
    problems.length > 0 ? (
      <div role="alert" className={styles.problem}>
        {problems.map((problem) => (
          <p key={problem}>{t(problem)}</p>
        ))}
      </div>
    ) : null;
  if (!isFilter(entry))
    return (
      <>
        {list}
        <Field label={t('Title')}>
          {(ids) => <TextInput {...ids} value={entry.title} onChange={(title) => onChange({ ...entry, title })} />}
        </Field>
        <DescriptionField value={entry.description} onChange={(description) => onChange({ ...entry, description })} />
      </>
    );
  return (
    <>
      {list}
      <FilterForm filter={entry} entries={entries} onChange={onChange} />
    </>
  );
}

function DescriptionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  return (
    <Field label={t('Description')}>{(ids) => <TextArea {...ids} value={value} rows={2} onChange={onChange} />}</Field>
  );
}

interface FilterFormProps {
  readonly filter: NativeFilter;
  readonly entries: readonly FilterEntry[];
  readonly onChange: (filter: NativeFilter) => void;
}

/** Filters whose control shows what is in the data. */
function offersValues({ filterType }: NativeFilter): boolean {
  return filterType === 'filter_select' || filterType === 'filter_range';
}

function FilterForm({ filter, entries, onChange }: FilterFormProps) {
  const t = useT();
  const change = (part: Partial<NativeFilter>) => onChange({ ...filter, ...part });
  const parents = possibleParents(entries.filter(isFilter), filter.id);
  return (
    <>
      <div className={styles.pair}>
        <Field label={t('Filter name')}>
          {(ids) => <TextInput {...ids} value={filter.name} onChange={(name) => change({ name })} />}
        </Field>
        <Field label={t('Filter Type')}>
          {(ids) => (
            <Select<FilterType>
              {...ids}
              label={t('Filter Type')}
              value={filter.filterType}
              choices={filterTypes.map((type) => ({ value: type, label: t(filterTypeLabels[type]) }))}
              onChange={(type) => type && change({ filterType: type, defaultDataMask: {} })}
            />
          )}
        </Field>
      </div>
      {filter.filterType === 'filter_time' ? null : <TargetFields filter={filter} change={change} />}
      {parents.length > 0 && offersValues(filter) ? (
        <Field label={t('Values are dependent on other filters')}>
          {(ids) => (
            <MultiSelect
              {...ids}
              label={t('Values are dependent on other filters')}
              value={filter.cascadeParentIds}
              choices={parents.map((parent) => ({ value: parent.id, label: parent.name || t('[untitled]') }))}
              onChange={(cascadeParentIds) => change({ cascadeParentIds })}
            />
          )}
        </Field>
      ) : null}
      {offersValues(filter) ? <PreFilterFields filter={filter} change={change} /> : null}
      <SettingsFields filter={filter} change={change} />
      <DefaultField filter={filter} change={change} />
      <DescriptionField value={filter.description} onChange={(description) => change({ description })} />
      <Field label={t('Scoping')}>
        {() => <ScopeTree scope={filter.scope} onChange={(scope) => change({ scope })} />}
      </Field>
    </>
  );
}

interface PartProps {
  readonly filter: NativeFilter;
  readonly change: (part: Partial<NativeFilter>) => void;
}

function TargetFields({ filter, change }: PartProps) {
  const t = useT();
  const datasets = useDashboard((state) => state.datasets);
  const [target = {}] = filter.targets;
  const dataset = datasets[target.datasetId ?? -1];
  const needsColumn = filter.filterType === 'filter_select' || filter.filterType === 'filter_range';
  const columns = (dataset?.columns ?? []).filter(
    (column) => filter.filterType !== 'filter_range' || (column.type_generic === 0 && !column.is_dttm),
  );
  return (
    <div className={styles.pair}>
      <Field label={t('Dataset')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Dataset')}
            value={target.datasetId}
            choices={Object.values(datasets).map((one) => ({ value: one.id, label: one.table_name }))}
            onChange={(datasetId) =>
              change({ targets: [datasetId === undefined ? {} : { datasetId }], defaultDataMask: {} })
            }
          />
        )}
      </Field>
      {needsColumn ? (
        <Field label={t('Column')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Column')}
              value={target.column?.name}
              choices={columns.map((column) => ({
                value: column.column_name,
                label: column.verbose_name || column.column_name,
              }))}
              onChange={(name) =>
                change({ targets: [{ ...target, ...(name ? { column: { name } } : {}) }], defaultDataMask: {} })
              }
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function SettingsFields({ filter, change }: PartProps) {
  const t = useT();
  const { controlValues } = filter;
  const set = (name: string, value: boolean) => change({ controlValues: { ...controlValues, [name]: value } });
  const box = (name: string, label: string, isOn = controlValues[name] === true) => (
    <Checkbox isChecked={isOn} onChange={(value) => set(name, value)}>
      {label}
    </Checkbox>
  );
  return (
    <div className={styles.checks}>
      {filter.filterType === 'filter_select' ? (
        <>
          {box('sortAscending', t('Sort ascending'), controlValues.sortAscending !== false)}
          <SortMetricField filter={filter} change={change} />
          {box('multiSelect', t('Can select multiple values'), controlValues.multiSelect !== false)}
          {box('defaultToFirstItem', t('Select first filter value by default'))}
          {box('inverseSelection', t('Inverse selection'))}
          {box('searchAllOptions', t('Dynamically search all filter values'))}
        </>
      ) : null}
      {box('enableEmptyFilter', t('Filter value is required'))}
    </div>
  );
}

function SortMetricField({ filter, change }: PartProps) {
  const t = useT();
  const dataset = useDashboard((state) => state.datasets[filter.targets[0]?.datasetId ?? -1]);
  if (!dataset || dataset.metrics.length === 0) return null;
  return (
    <Field label={t('Sort Metric')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Sort Metric')}
          value={filter.sortMetric ?? undefined}
          isClearable
          placeholder={t('By the values themselves')}
          choices={dataset.metrics.map((metric) => ({
            value: metric.metric_name,
            label: metric.verbose_name || metric.metric_name,
          }))}
          onChange={(next) => change({ sortMetric: next ?? null })}
        />
      )}
    </Field>
  );
}

/** The value that the filter begins with. */
function DefaultField({ filter, change }: PartProps) {
  const t = useT();
  const value = maskValue({ filterState: filter.defaultDataMask.filterState ?? {} });
  const [hasDefault, setHasDefault] = useState(!isNoValue(value));
  if (filter.controlValues.defaultToFirstItem === true) return null;
  const set = (next: FilterValue) => {
    const { extraFormData, filterState, ownState } = toMask(filter, next);
    change({ defaultDataMask: isNoValue(next) ? {} : { extraFormData, filterState, ownState } });
  };
  return (
    <div className={styles.defaultValue}>
      <Checkbox
        isChecked={hasDefault}
        onChange={(isOn) => {
          setHasDefault(isOn);
          if (!isOn) set(null);
        }}
      >
        {t('Filter has default value')}
      </Checkbox>
      {hasDefault ? <FilterControl filter={filter} value={value} onChange={set} onNote={ignoreNote} /> : null}
    </div>
  );
}

/** The form has no place for the count beside a filter's name. */
function ignoreNote(): void {}
