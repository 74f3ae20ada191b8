import { DeleteOutlined, PlusOutlined } from '@ant-design/icons-svg';
import { Button, Checkbox, Field, IconButton, Select, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { TimeRangePicker } from '../../../../controls/time-range/index.ts';
import { plainNumber, useLanguage, useT } from '../../../../i18n/index.ts';
import {
  isComplete,
  isListed,
  type NativeFilter,
  needsNoValue,
  type PreFilter,
  preFilterOperators,
  readPreFilter,
  toAdhocFilter,
} from '../../filters/index.ts';
import { type DashboardDataset, useDashboard } from '../../state/index.ts';
import styles from './PreFilterFields.module.css';

export interface PreFilterFieldsProps {
  readonly filter: NativeFilter;
  readonly change: (part: Partial<NativeFilter>) => void;
}

const noFilter = 'No filter';
const emptyLine: PreFilter = { column: '', operator: '==', text: '' };

/** Narrows the values that a filter offers: by columns, and by a time range. */
export function PreFilterFields({ filter, change }: PreFilterFieldsProps) {
  const t = useT();
  const dataset = useDashboard((state) => state.datasets[filter.targets[0]?.datasetId ?? -1]);
  const stored = filter.adhoc_filters ?? [];
  const [isOn, setIsOn] = useState(stored.length > 0 || Boolean(filter.time_range));
  const toggle = (next: boolean) => {
    setIsOn(next);
    if (!next) change({ adhoc_filters: [], time_range: noFilter });
  };
  if (!dataset) return null;
  return (
    <div className={styles.fields}>
      <Checkbox isChecked={isOn} onChange={toggle}>
        {t('Pre-filter available values')}
      </Checkbox>
      {isOn ? (
        <>
          <PreFilterLines filter={filter} dataset={dataset} change={change} />
          <PreFilterTime filter={filter} dataset={dataset} change={change} />
        </>
      ) : null}
    </div>
  );
}

type PartProps = PreFilterFieldsProps & { readonly dataset: DashboardDataset };

function PreFilterLines({ filter, dataset, change }: PartProps) {
  const t = useT();
  const language = useLanguage();
  const stored = filter.adhoc_filters ?? [];
  const kept = stored.filter((one) => readPreFilter(one) === null);
  const [lines, setLines] = useState<readonly PreFilter[]>(() => {
    const known = stored.flatMap((one) => readPreFilter(one) ?? []);
    return known.length > 0 ? known : [emptyLine];
  });
  const isNumber = (name: string) =>
    dataset.columns.some((column) => column.column_name === name && column.type_generic === 0);
  const put = (next: readonly PreFilter[]) => {
    setLines(next);
    const plain = (line: PreFilter) =>
      isNumber(line.column) && !isListed(line.operator) ? { ...line, text: plainNumber(line.text, language) } : line;
    const told = next.filter(isComplete).map((line) => toAdhocFilter(plain(line), isNumber(line.column)));
    change({ adhoc_filters: [...kept, ...told] });
  };
  const set = (at: number, part: Partial<PreFilter>) =>
    put(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  return (
    <>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <div key={at} className={styles.line}>
          <Select
            label={t('Column to compare')}
            placeholder={t('Column')}
            value={line.column || undefined}
            choices={dataset.columns.map((column) => ({
              value: column.column_name,
              label: column.verbose_name || column.column_name,
            }))}
            onChange={(column) => set(at, { column: column ?? '' })}
          />
          <Select
            label={t('Operator')}
            value={line.operator}
            choices={preFilterOperators.map((operator) => ({ value: operator, label: operator }))}
            onChange={(operator) => operator && set(at, { operator })}
          />
          {needsNoValue(line.operator) ? (
            <span />
          ) : (
            <TextInput
              aria-label={t('Value to compare with')}
              value={line.text}
              onChange={(text) => set(at, { text })}
            />
          )}
          <IconButton
            icon={DeleteOutlined}
            size="small"
            label={t('Remove condition')}
            onClick={() => put(lines.filter((_, index) => index !== at))}
          />
          {isHalf(line) ? (
            <p className={styles.half}>
              {line.column === ''
                ? t('Without a column this condition is left out.')
                : t('Without a value this condition is left out.')}
            </p>
          ) : null}
        </div>
      ))}
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => setLines([...lines, emptyLine])}>
        {t('Add condition')}
      </Button>
    </>
  );
}

/** It was begun, and says nothing yet. */
function isHalf(line: PreFilter): boolean {
  return !isComplete(line) && (line.column !== '' || line.text.trim() !== '');
}

function PreFilterTime({ filter, dataset, change }: PartProps) {
  const t = useT();
  const times = dataset.columns.filter((column) => column.is_dttm);
  if (times.length === 0) return null;
  return (
    <div className={styles.pair}>
      <Field label={t('Time column')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Time column')}
            value={filter.granularity_sqla ?? dataset.main_dttm_col ?? undefined}
            choices={times.map((column) => ({
              value: column.column_name,
              label: column.verbose_name || column.column_name,
            }))}
            onChange={(next) => next && change({ granularity_sqla: next })}
          />
        )}
      </Field>
      <Field label={t('Time range')}>
        {() => (
          <TimeRangePicker
            look="field"
            value={filter.time_range ?? noFilter}
            onChange={(time_range) => change({ time_range })}
          />
        )}
      </Field>
    </div>
  );
}
