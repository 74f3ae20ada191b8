import { Badge, FieldError, fieldLabel, lineRoles, Skeleton, textRoles } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import {
  chartsInScope,
  defaultRowLimit,
  type FilterValue,
  isNoValue,
  maskValue,
  type NativeFilter,
  needsColumn,
} from '../../filters/index.ts';
import { chartIdsOf } from '../../layout/index.ts';
import { datasetIdOf, layoutOf, useDashboard } from '../../state/index.ts';
import { DescriptionText } from '../DescriptionText.tsx';
import { cellText, FilterControl } from '../FilterField.tsx';
import { useMissingColumn } from '../missing-column.ts';
import { useFilterValues } from '../use-filter-values.ts';
import styles from './FilterPreview.module.css';

const shownValues = 8;

/** The filter as the bar will have it, with the values of its column, and what it reaches. */
export function FilterPreview({ filter }: { filter: NativeFilter }) {
  const t = useT();
  const [target] = filter.targets;
  const isOpen = filter.filterType !== 'filter_time' && !target?.datasetId;
  const isWithoutColumn = needsColumn(filter) && !target?.column?.name;
  // Another question begins anew; a name or a description changes nothing of it.
  const key = JSON.stringify([filter.filterType, target, filter.controlValues, filter.defaultDataMask.filterState]);
  return (
    <section className={styles.preview} aria-label={t('Preview')}>
      <h3 className={styles.title}>{t('Preview')}</h3>
      {isOpen || isWithoutColumn ? (
        <p className={textRoles.muted}>{t('Choose a dataset and a column to see the filter with its values.')}</p>
      ) : (
        <Control key={key} filter={filter} />
      )}
      <Reach filter={filter} />
    </section>
  );
}

function Control({ filter }: { filter: NativeFilter }) {
  const t = useT();
  const start = maskValue({ filterState: filter.defaultDataMask.filterState ?? {} });
  const [value, setValue] = useState<FilterValue>(start);
  const [note, setNote] = useState<ReactNode>(null);
  const isRequired = filter.controlValues.enableEmptyFilter === true;
  return (
    <>
      <div className={styles.card}>
        <div className={fieldLabel.line}>
          <span>{filter.name || t('[untitled]')}</span>
          {isRequired ? <span className={styles.required}>*</span> : null}
          <span className={fieldLabel.note}>{note}</span>
        </div>
        <FilterControl filter={filter} value={value} onChange={setValue} onNote={setNote} isPreview />
        {isRequired && isNoValue(value) ? (
          <FieldError isSpoken={false}>{t('Filter value is required')}</FieldError>
        ) : null}
        {filter.description ? <DescriptionText html={filter.description} /> : null}
      </div>
      {filter.filterType === 'filter_select' ? <Values filter={filter} /> : null}
    </>
  );
}

/** The first values that the filter offers, in its order. */
function Values({ filter }: { filter: NativeFilter }) {
  const t = useT();
  const missing = useMissingColumn(filter);
  const { values, isLoading, error } = useFilterValues(filter, '');
  if (missing || error) return null;
  if (isLoading && values.length === 0) return <Skeleton height={60} width="100%" />;
  const rest = values.length - shownValues;
  const count =
    values.length >= defaultRowLimit
      ? t('{{count}} or more values', { count: values.length })
      : countOf(t, values.length);
  return (
    <div className={styles.values}>
      <p className={textRoles.secondary}>{count}</p>
      <ul className={styles.list}>
        {values.slice(0, shownValues).map((cell) => (
          <li dir="auto" key={String(cell)} className={textRoles.truncated} title={cellText(cell)}>
            {cellText(cell)}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className={textRoles.muted}>{t('and {{count}} more', { count: rest })}</p> : null}
    </div>
  );
}

function countOf(t: ReturnType<typeof useT>, count: number): string {
  if (count === 0) return t('No values');
  return count === 1 ? t('1 value') : t('{{count}} values', { count });
}

/** How many charts follow the filter, and how many of those cannot. */
function Reach({ filter }: { filter: NativeFilter }) {
  const t = useT();
  const layout = useDashboard(layoutOf);
  const charts = useDashboard((state) => state.charts);
  const datasets = useDashboard((state) => state.datasets);
  const reached = chartsInScope(layout, filter.scope);
  const total = new Set(chartIdsOf(layout)).size;
  const column = needsColumn(filter) ? filter.targets[0]?.column?.name : undefined;
  const lacking = reached.filter((id) => {
    const chart = charts[id];
    const dataset = chart ? datasets[datasetIdOf(chart) ?? -1] : undefined;
    return column && dataset && !dataset.columns.some(({ column_name: name }) => name === column);
  });
  if (total === 0) return null;
  if (reached.length === 0)
    return <FieldError isSpoken={false}>{t('It reaches no chart: choose some under Scoping.')}</FieldError>;
  return (
    <div className={styles.reach}>
      <p className={lineRoles.line}>
        <span className={textRoles.secondary}>{t('Charts that it reaches')}</span>
        <Badge>{t('{{count}} of {{total}}', { count: reached.length - lacking.length, total })}</Badge>
      </p>
      {lacking.length > 0 ? (
        <p className={textRoles.muted}>
          {t('Their datasets lack the column, so they stay as they are: {{names}}', {
            names: lacking.map((id) => charts[id]?.slice_name ?? '').join(', '),
          })}
        </p>
      ) : null}
    </div>
  );
}
