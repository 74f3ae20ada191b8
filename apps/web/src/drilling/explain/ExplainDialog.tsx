import { FilterOutlined } from '@ant-design/icons-svg';
import type { MarkFilter } from '@powerset/charts/views';
import { exploreEndpoints, metricLabel, type QueryMetric } from '@powerset/contract';
import { Button, EmptyState, Modal, Pill, ProgressBar, Select } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import { LoadFailureBox } from '../../controls/load-failure/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useDrillInfo } from '../asking.ts';
import { DetailDialog } from '../DetailDialog.tsx';
import type { Explained, MarkActions } from '../places.ts';
import { type DrillSubject, isOnDataset } from '../subject.ts';
import { type Comparison, comparisonsFor } from './comparisons.ts';
import styles from './ExplainDialog.module.css';
import { type Period, readPeriod, writePeriod } from './periods.ts';
import { ReasonList } from './ReasonList.tsx';
import { groupedColumns, isIdentifier, measureOf, metricsOfSubject, ownTime } from './reasons.ts';
import { useReasons } from './use-reasons.ts';
import { type Words, wordsOf } from './words.ts';

interface ExplainProps {
  readonly subject: DrillSubject;
  readonly start: Explained;
  readonly actions: MarkActions;
  readonly onClose: () => void;
}

/** Which columns' values made the difference between two periods. */
export function ExplainDialog({ subject, start, actions, onClose }: ExplainProps) {
  const t = useT();
  const time = useTime(subject, start);
  const metrics = useMemo(() => metricsOfSubject(subject), [subject]);
  const [named, setNamed] = useState(start.metric);
  const metric = metrics.find((one) => metricLabel(one) === named) ?? metrics[0];
  const comparisons = time.period ? comparisonsFor(subject.form, { ...time, period: time.period }) : [];
  const [key, setKey] = useState<Comparison['key'] | null>(null);
  const comparison = comparisons.find((one) => one.key === key) ?? comparisons[0];
  return (
    <Modal
      title={t('Explain this change: {{title}}', { title: subject.title })}
      width={800}
      closesAtOnce
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className={styles.tools}>
        {metrics.length > 1 && metric ? (
          <Select
            size="small"
            label={t('Number to explain')}
            choices={metrics.map(metricLabel).map((value) => ({ value, label: subject.verboseNames[value] || value }))}
            value={metricLabel(metric)}
            onChange={(value) => value !== undefined && setNamed(String(value))}
          />
        ) : null}
        {comparison ? (
          <>
            <span className={styles.quiet} aria-hidden="true">
              {t('Compared with')}
            </span>
            <Select
              size="small"
              label={t('Compared with')}
              choices={comparisons.map((one) => ({ value: one.key, label: t(one.label) }))}
              value={comparison.key}
              onChange={(value) => value !== undefined && setKey(value)}
            />
          </>
        ) : null}
      </div>
      {time.isWaiting ? <ProgressBar value={null} label={t('Loading...')} /> : null}
      {!time.isWaiting && !(time.period && comparison && metric) ? (
        <EmptyState
          size="small"
          title={t('There is nothing to compare')}
          text={t(
            'A change lies between two periods: choose a point in time, or give the chart a time range with a beginning and an end.',
          )}
        />
      ) : null}
      {time.period && comparison && metric ? (
        <Reasons
          {...{ subject, metric, actions, onClose }}
          filters={start.filters.filter(({ op }) => op !== 'TEMPORAL_RANGE')}
          change={{ column: time.column, before: comparison.period, after: time.period }}
        />
      ) : null}
    </Modal>
  );
}

/** The period of the mark; of a figure without a moment, the chart's own. */
function useTime(subject: DrillSubject, start: Explained) {
  const mark = start.filters.find(({ op }) => op === 'TEMPORAL_RANGE');
  const own = useMemo(() => (mark ? null : ownTime(subject)), [mark, subject]);
  const answer = useQuery({
    queryKey: ['explained-range', own?.range],
    enabled: own !== null,
    queryFn: async ({ signal }) => {
      const query = { q: JSON.stringify(own?.range) };
      return (await api.callEndpoint(exploreEndpoints.timeRange, { query, signal })).result;
    },
  });
  const resolved = answer.data ? readPeriod(`${answer.data.since} : ${answer.data.until}`) : null;
  return {
    column: mark?.column ?? own?.column ?? '',
    period: mark ? readPeriod(String(mark.values[0])) : resolved,
    isPoint: mark !== undefined && !start.first,
    first: start.first ? readPeriod(String(start.first.values[0])) : null,
    isWaiting: own !== null && answer.isPending,
  };
}

interface ReasonsProps {
  readonly subject: DrillSubject;
  readonly metric: QueryMetric;
  readonly actions: MarkActions;
  readonly filters: readonly MarkFilter[];
  readonly change: { readonly column: string; readonly before: Period; readonly after: Period };
  readonly onClose: () => void;
}

/** So many columns are looked at before somebody asks for more. */
const columnsAtOnce = 10;

function Reasons({ subject, metric, actions, filters: given, change, onClose }: ReasonsProps) {
  const t = useT();
  const words = wordsOf(subject, metric, useLanguage());
  const [within, setWithin] = useState<readonly MarkFilter[]>([]);
  const [rowsOf, setRowsOf] = useState<readonly MarkFilter[] | null>(null);
  const [most, setMost] = useState(columnsAtOnce);
  const filters = [...given, ...within];
  const measure = measureOf(metric, subject.expressions ?? {});
  const columns = useColumns(subject, filters);
  const dimensions = columns.names.slice(0, most);
  const metrics = measure.kind === 'parts' && columns.isThere ? measure.metrics : noMetrics;
  const looked = useReasons({ subject, filters, change, metrics, dimensions });
  const nameOf = (column: string) => subject.verboseNames[column] || column;
  if (measure.kind === 'whole') return <NotSplit />;
  if (columns.error)
    return (
      <LoadFailureBox title={t('The columns could not be loaded')} error={columns.error} onRetry={columns.retry} />
    );
  if (looked.error)
    return (
      <LoadFailureBox title={t('The change could not be worked out')} error={looked.error} onRetry={looked.retry} />
    );
  const time: MarkFilter = {
    column: change.column,
    op: 'TEMPORAL_RANGE',
    values: [writePeriod(change.after)],
    label: words.period(change.after),
  };
  const narrow = actions.onNarrow;
  return (
    <>
      {within.length > 0 ? (
        <div className={styles.tools}>
          {within.map((filter) => (
            <Pill
              key={`${filter.column}-${filter.label}`}
              icon={FilterOutlined}
              name={nameOf(filter.column)}
              value={filter.label}
              removeLabel={t('Remove {{name}}', { name: filter.label })}
              onRemove={() => setWithin(within.filter((other) => other !== filter))}
            />
          ))}
        </div>
      ) : null}
      {looked.whole ? <Statement {...{ words, change }} whole={looked.whole} /> : null}
      <Doing {...{ looked, dimensions }} />
      <ReasonList
        {...{ looked, dimensions, nameOf, words }}
        onWithin={(filter) => setWithin([...within, filter])}
        onRows={(filter) => setRowsOf([...filters, filter, time])}
        onNarrow={
          narrow &&
          ((kind, filter) => {
            narrow(kind, [filter]);
            onClose();
          })
        }
        canNarrow={(column) => isOnDataset(subject.form, { column, op: 'IN', values: [], label: '' })}
      />
      {!looked.isRunning && columns.names.length > dimensions.length ? (
        <Button size="small" onClick={() => setMost(most + columnsAtOnce)}>
          {t('Look at {{count}} more columns', {
            count: Math.min(columnsAtOnce, columns.names.length - dimensions.length),
          })}
        </Button>
      ) : null}
      {rowsOf ? <DetailDialog subject={subject} filters={rowsOf} onClose={() => setRowsOf(null)} /> : null}
    </>
  );
}

const noMetrics: readonly QueryMetric[] = [];

/**
 * The columns by which the number may be split up: a time says nothing of a change in time, a chosen value has no others, and
 * what tells rows apart is a list. Amounts are left out when their values are there.
 */
function useColumns(subject: DrillSubject, filters: readonly MarkFilter[]) {
  const info = useDrillInfo(subject);
  const taken = new Set([...subject.temporalColumns, ...filters.map(({ column }) => column)]);
  const grouped = groupedColumns(subject);
  const names = (info.data?.columns ?? [])
    .map(({ column_name: name }) => name)
    .filter((name) => !taken.has(name) && (grouped.has(name) || !isIdentifier(name)));
  return { names, isThere: info.data !== undefined, error: info.error, retry: () => void info.refetch() };
}

function NotSplit() {
  const t = useT();
  return (
    <EmptyState
      size="small"
      title={t('This number cannot be split up')}
      text={t(
        'It counts distinct values, or takes the smallest, middle or greatest one: the numbers of its parts do not add up to the whole.',
      )}
    />
  );
}

interface StatementProps {
  readonly words: Words;
  readonly change: ReasonsProps['change'];
  readonly whole: NonNullable<ReturnType<typeof useReasons>['whole']>;
}

function Statement({ words, change, whole }: StatementProps) {
  const t = useT();
  const [from, to] = [whole.before?.value ?? null, whole.after?.value ?? null];
  const difference = (to ?? 0) - (from ?? 0);
  return (
    <p className={styles.statement} data-test="explain-statement">
      <strong>{words.change(difference)}</strong>
      {from ? <span className={styles.quiet}> ({words.percent(difference / Math.abs(from))})</span> : null}
      <span className={styles.periods}>
        {t('{{period}}: {{value}}', {
          period: words.period(change.before),
          value: from === null ? t('no rows') : words.number(from),
        })}
        {' → '}
        {t('{{period}}: {{value}}', {
          period: words.period(change.after),
          value: to === null ? t('no rows') : words.number(to),
        })}
      </span>
    </p>
  );
}

interface DoingProps {
  readonly looked: ReturnType<typeof useReasons>;
  readonly dimensions: readonly string[];
}

/** How far it has come, and how to end it. */
function Doing({ looked, dimensions }: DoingProps) {
  const t = useT();
  const done = Object.keys(looked.reasons).length;
  if (!looked.isRunning) {
    return done < dimensions.length && looked.whole ? (
      <p className={styles.quiet}>
        {t('Stopped after {{done}} of {{count}} columns', { done, count: dimensions.length })}
      </p>
    ) : null;
  }
  const label = t('{{done}} of {{count}} columns looked at', { done, count: dimensions.length });
  return (
    <div className={styles.doing}>
      <ProgressBar value={dimensions.length > 0 ? done / dimensions.length : null} label={label} />
      <span className={styles.quiet} role="status">
        {label}
      </span>
      <Button size="small" onClick={looked.stop}>
        {t('Stop')}
      </Button>
    </div>
  );
}
