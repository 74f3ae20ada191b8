import { Checkbox, Field, FieldError, MultiSelect, Select, TextArea, TextInput } from '@powerset/ui';
import { useT } from '../../../../i18n/index.ts';
import {
  type FilterEntry,
  type FilterPart,
  type FilterProblem,
  type FilterType,
  type FilterValue,
  type FilterWish,
  filterTypeLabels,
  filterTypes,
  isFilter,
  isNoValue,
  maskValue,
  type NativeFilter,
  needsColumn,
  possibleParents,
  toMask,
} from '../../filters/index.ts';
import { type DashboardDataset, useDashboard } from '../../state/index.ts';
import { FilterControl } from '../FilterField.tsx';
import { missingColumnText, useMissingColumn } from '../missing-column.ts';
import styles from './FilterEntryForm.module.css';
import { PreFilterFields } from './PreFilterFields.tsx';
import { ProposedFilters, useProposals, withProposal } from './ProposedFilters.tsx';
import { ScopeTree } from './ScopeTree.tsx';

export interface FilterEntryFormProps {
  readonly entry: FilterEntry;
  readonly entries: readonly FilterEntry[];
  readonly wishes: readonly FilterWish[];
  /** What it lacks, as far as that is to be said yet. */
  readonly problems: readonly FilterProblem[];
  readonly onChange: (entry: FilterEntry) => void;
  readonly onWish: (what: FilterWish, isOn: boolean) => void;
  /** Takes up what was proposed. */
  readonly onProposed: () => void;
}

/** Everything that can be said of a filter or a divider. */
export function FilterEntryForm({ entry, problems, onChange, ...rest }: FilterEntryFormProps) {
  const t = useT();
  const problemOf = (part: FilterPart) => {
    const problem = problems.find((one) => one.part === part);
    return problem ? t(problem.text) : null;
  };
  if (!isFilter(entry))
    return (
      <>
        <Field label={t('Title')} error={problemOf('title')}>
          {(ids) => <TextInput {...ids} value={entry.title} onChange={(title) => onChange({ ...entry, title })} />}
        </Field>
        <DescriptionField value={entry.description} onChange={(description) => onChange({ ...entry, description })} />
      </>
    );
  const change = (part: Partial<NativeFilter>) => onChange({ ...entry, ...part });
  return <FilterForm filter={entry} change={change} problemOf={problemOf} {...rest} />;
}

function DescriptionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useT();
  return (
    <Field label={t('Description')}>{(ids) => <TextArea {...ids} value={value} rows={2} onChange={onChange} />}</Field>
  );
}

interface PartProps {
  readonly filter: NativeFilter;
  readonly change: (part: Partial<NativeFilter>) => void;
  readonly problemOf: (part: FilterPart) => string | null;
}

interface FilterFormProps extends PartProps {
  readonly entries: readonly FilterEntry[];
  readonly wishes: readonly FilterWish[];
  readonly onWish: (what: FilterWish, isOn: boolean) => void;
  readonly onProposed: () => void;
}

function FilterForm({ entries, wishes, onWish, onProposed, ...part }: FilterFormProps) {
  const t = useT();
  const { filter, change, problemOf } = part;
  const proposals = useProposals(entries);
  const offersValues = needsColumn(filter);
  return (
    <>
      {offersValues && !filter.targets[0]?.column?.name ? (
        <ProposedFilters
          proposals={proposals}
          onChoose={(proposal) => {
            change(withProposal(filter, proposal));
            onProposed();
          }}
        />
      ) : null}
      <div className={styles.pair}>
        <Field label={t('Filter name')} error={problemOf('name')}>
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
      {filter.filterType === 'filter_time' ? null : <TargetFields {...part} />}
      {offersValues ? (
        <ParentsField {...part} entries={entries} isOn={wishes.includes('parents')} onWish={onWish} />
      ) : null}
      {offersValues ? <PreFilterFields filter={filter} change={change} /> : null}
      <SettingsFields {...part} />
      <DefaultField {...part} isOn={wishes.includes('default')} onWish={onWish} />
      <DescriptionField value={filter.description} onChange={(description) => change({ description })} />
      <Field label={t('Scoping')}>
        {() => <ScopeTree scope={filter.scope} onChange={(scope) => change({ scope })} />}
      </Field>
    </>
  );
}

interface WishProps extends PartProps {
  readonly isOn: boolean;
  readonly onWish: (what: FilterWish, isOn: boolean) => void;
}

/** Which other filters narrow the values that this one offers. */
function ParentsField({
  filter,
  change,
  problemOf,
  entries,
  isOn,
  onWish,
}: WishProps & Pick<FilterFormProps, 'entries'>) {
  const t = useT();
  const label = t('Values are dependent on other filters');
  const parents = possibleParents(entries.filter(isFilter), filter.id);
  const chosen = filter.cascadeParentIds.filter((id) => parents.some((parent) => parent.id === id));
  const isShown = isOn || chosen.length > 0;
  const problem = problemOf('parents');
  if (parents.length === 0) return null;
  return (
    <div className={styles.wish}>
      <Checkbox
        isChecked={isShown}
        onChange={(next) => {
          onWish('parents', next);
          if (!next) change({ cascadeParentIds: [] });
        }}
      >
        {label}
      </Checkbox>
      {isShown ? (
        <MultiSelect
          label={label}
          placeholder={t('Choose filters')}
          isInvalid={problem !== null}
          value={chosen}
          choices={parents.map((parent) => ({ value: parent.id, label: parent.name || t('[untitled]') }))}
          onChange={(cascadeParentIds) => {
            onWish('parents', true);
            change({ cascadeParentIds });
          }}
        />
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  );
}

function TargetFields({ filter, change, problemOf }: PartProps) {
  const t = useT();
  const datasets = useDashboard((state) => state.datasets);
  const [target = {}] = filter.targets;
  const dataset = datasets[target.datasetId ?? -1];
  const missing = useMissingColumn(filter);
  const columns = (dataset?.columns ?? []).filter(
    (column) => filter.filterType !== 'filter_range' || (column.type_generic === 0 && !column.is_dttm),
  );
  return (
    <div className={styles.pair}>
      <Field label={t('Dataset')} error={problemOf('dataset')}>
        {(ids) => (
          <Select
            {...ids}
            isInvalid={ids['aria-invalid'] === true}
            label={t('Dataset')}
            value={target.datasetId}
            choices={Object.values(datasets).map((one) => ({ value: one.id, label: one.table_name }))}
            onChange={(datasetId) =>
              change({ targets: [datasetId === undefined ? {} : { datasetId }], defaultDataMask: {} })
            }
          />
        )}
      </Field>
      {needsColumn(filter) ? (
        <Field label={t('Column')} error={missing ? t(missingColumnText, missing) : problemOf('column')}>
          {(ids) => (
            <Select
              {...ids}
              isInvalid={ids['aria-invalid'] === true}
              label={t('Column')}
              value={target.column?.name}
              choices={columns.map((column) => ({
                value: column.column_name,
                label: column.verbose_name || column.column_name,
              }))}
              onChange={(name) => name && change(withColumn(filter, name, columns))}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

/** The filter on another column, by whose name it is called where nobody called it anything else. */
function withColumn(filter: NativeFilter, name: string, columns: DashboardDataset['columns']): Partial<NativeFilter> {
  const [target = {}] = filter.targets;
  const labelOf = (wanted: string | undefined) =>
    columns.find((column) => column.column_name === wanted)?.verbose_name || wanted || '';
  const isOwnName = filter.name.trim() !== '' && filter.name !== labelOf(target.column?.name);
  return {
    targets: [{ ...target, column: { name } }],
    defaultDataMask: {},
    ...(isOwnName ? {} : { name: labelOf(name) }),
  };
}

function SettingsFields({ filter, change }: Omit<PartProps, 'problemOf'>) {
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

function SortMetricField({ filter, change }: Omit<PartProps, 'problemOf'>) {
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
function DefaultField({ filter, change, problemOf, isOn, onWish }: WishProps) {
  const t = useT();
  const value = maskValue({ filterState: filter.defaultDataMask.filterState ?? {} });
  const isShown = isOn || !isNoValue(value);
  const problem = problemOf('default');
  const missing = useMissingColumn(filter);
  if (filter.controlValues.defaultToFirstItem === true) return null;
  const set = (next: FilterValue) => {
    // Still wanted, so that a value that is taken away leaves the field there for the next.
    onWish('default', true);
    const { extraFormData, filterState, ownState } = toMask(filter, next);
    change({ defaultDataMask: isNoValue(next) ? {} : { extraFormData, filterState, ownState } });
  };
  return (
    <div className={styles.wish}>
      <Checkbox
        isChecked={isShown}
        onChange={(next) => {
          onWish('default', next);
          if (!next) change({ defaultDataMask: {} });
        }}
      >
        {t('Filter has default value')}
      </Checkbox>
      {isShown && !missing ? (
        <div data-invalid={problem ? true : undefined}>
          <FilterControl filter={filter} value={value} onChange={set} onNote={ignoreNote} isPreview />
        </div>
      ) : null}
      {problem ? <FieldError>{problem}</FieldError> : null}
    </div>
  );
}

/** The form has no place for the count beside a filter's name. */
function ignoreNote(): void {}
