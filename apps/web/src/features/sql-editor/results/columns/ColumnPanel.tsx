import type { WireColumnDetail } from '@powerset/contract';
import { Button, cellText, formatMoment, type GridColumn, TableSkeleton, textRoles } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { formatDecimal, useT } from '../../../../i18n/index.ts';
import { editorMessages } from '../../messages.ts';
import { formatCount, formatShare } from '../../numbers.ts';
import { columnDetailQuery, type ResultSelection } from '../result-calls.ts';
import { SidePanel } from '../SidePanel.tsx';
import styles from './ColumnPanel.module.css';
import {
  filtersOf,
  type ListedValue,
  listedOf,
  listFilters,
  rangeFilters,
  rangeOf,
  toggled,
  withFilters,
} from './column-filters.ts';
import { HistogramBrush } from './HistogramBrush.tsx';
import { valueText } from './value-text.ts';

export interface ColumnPanelProps {
  readonly column: GridColumn;
  /** Its place among the columns. */
  readonly index: number;
  readonly resultKey: string;
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  readonly onClose: () => void;
}

/** What a column holds, over the rows that the search and the filters of other columns leave: bars and values filter the grid. */
export function ColumnPanel({ column, index, resultKey, selection, onSelection, onClose }: ColumnPanelProps) {
  const t = useT();
  const detail = useQuery({
    ...columnDetailQuery(resultKey, index, withFilters(selection, column.name, [])),
    placeholderData: keepPreviousData,
  });
  const own = filtersOf(selection, column.name);
  const isStale = detail.isPlaceholderData && detail.data?.name !== column.name;
  return (
    <SidePanel
      label={t('Column')}
      name={column.name}
      facts={column.typeName ?? column.type}
      onClose={onClose}
      tools={
        own.length > 0 ? (
          <Button size="small" onClick={() => onSelection(withFilters(selection, column.name, []))}>
            {t('Clear')}
          </Button>
        ) : null
      }
    >
      {detail.error ? (
        <LoadFailureBox
          title={editorMessages.resultsFailed()}
          error={detail.error}
          onRetry={() => void detail.refetch()}
        />
      ) : null}
      {detail.data && !isStale && !detail.error ? (
        <Detail
          detail={detail.data}
          column={column}
          own={own}
          onFilters={(filters) => onSelection(withFilters(selection, column.name, filters))}
        />
      ) : null}
      {(!detail.data || isStale) && !detail.error ? <TableSkeleton rows={8} columns={2} /> : null}
    </SidePanel>
  );
}

interface DetailProps {
  readonly detail: WireColumnDetail;
  readonly column: GridColumn;
  readonly own: ReturnType<typeof filtersOf>;
  readonly onFilters: (filters: ReturnType<typeof filtersOf>) => void;
}

function Detail({ detail, column, own, onFilters }: DetailProps) {
  const t = useT();
  const { name, type } = column;
  const listed = listedOf(own);
  return (
    <div className={styles.body}>
      {detail.histogram ? (
        <HistogramBrush
          bins={detail.histogram}
          type={type}
          label={t('How the values spread')}
          range={rangeOf(own, type)}
          onRange={(range) => onFilters(range ? rangeFilters(name, type, range) : [])}
        />
      ) : null}
      <Facts detail={detail} column={column} />
      {detail.topValues.length > 0 ? (
        <TopValues
          detail={detail}
          column={column}
          listed={listed}
          onToggle={(value) => onFilters(listFilters(name, toggled(listed, value)))}
          onBeginning={(value) => onFilters([{ column: name, operator: 'starts with', value }])}
        />
      ) : null}
    </div>
  );
}

function Facts({ detail, column }: Pick<DetailProps, 'detail' | 'column'>) {
  const t = useT();
  const { rowCount, filledCount, distinctCount, isEstimated, min, max, mean, quantiles } = detail;
  const nulls = rowCount - filledCount;
  const about = isEstimated ? '≈ ' : '';
  const share = (count: number) => (rowCount === 0 ? '' : ` (${formatShare(count / rowCount)})`);
  const border = (value: string | null) => value && cellText(value, column.type, column.digits);
  const measure = (value: number | null | undefined) => {
    if (value === null || value === undefined) return null;
    return column.type === 'temporal' ? formatMoment(Math.round(value)) : cellText(roughly(value), 'number');
  };
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t('Rows'), formatCount(rowCount)],
    [t('Null'), `${formatCount(nulls)}${share(nulls)}`],
    [t('Distinct'), `${about}${formatCount(distinctCount)}${share(distinctCount)}`],
    [t('Minimum'), border(min)],
    [t('Lower quarter'), quantiles && `${about}${measure(quantiles.p25)}`],
    [t('Median'), quantiles && `${about}${measure(quantiles.p50)}`],
    [t('Mean'), measure(mean)],
    [t('Upper quarter'), quantiles && `${about}${measure(quantiles.p75)}`],
    [t('95th percentile'), quantiles && `${about}${measure(quantiles.p95)}`],
    [t('Maximum'), border(max)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, text]) =>
        text === null || text === undefined ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto" title={text}>
              {text}
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What was worked out has no more digits than mean something. */
function roughly(value: number): string {
  const digits = Math.max(0, 6 - Math.ceil(Math.log10(Math.abs(value) + 1)));
  const text = value.toFixed(digits);
  return formatDecimal(text.includes('.') ? text.replace(/\.?0+$/, '') : text);
}

interface TopValuesProps extends Pick<DetailProps, 'detail' | 'column'> {
  readonly listed: readonly ListedValue[];
  readonly onToggle: (value: ListedValue) => void;
  /** Of a value that is not there as a whole its beginning decides. */
  readonly onBeginning: (value: string) => void;
}

function TopValues({ detail, column, listed, onToggle, onBeginning }: TopValuesProps) {
  const t = useT();
  const { topValues, rowCount } = detail;
  const highest = Math.max(1, ...topValues.map(({ count }) => count));
  return (
    <section>
      <h3 className={styles.subtitle}>{t('Most frequent values')}</h3>
      <ul className={styles.values}>
        {topValues.map(({ value, count, isCut }) => (
          <li key={value ?? 'null'}>
            <button
              type="button"
              className={styles.value}
              aria-pressed={listed.includes(value)}
              title={value ?? undefined}
              onClick={() => (isCut && value !== null ? onBeginning(value) : onToggle(value))}
            >
              <i style={{ width: `${(count / highest) * 100}%` }} />
              <span className={textRoles.truncated} dir="auto" data-null={value === null}>
                {valueText(t, column, value)}
              </span>
              <span className={styles.count}>
                {formatCount(count)} <small>{formatShare(count / Math.max(1, rowCount))}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
