import { type ChartDefinition, type ChartForm, completeForm, digitsOf, timeBoundsOf } from '@powerset/chart-kit';
import { Chart, type ChartMenuRequest, chartViews, type MarkFilter } from '@powerset/charts/views';
import { isTotalsTable, type ResultTable } from '@powerset/contract';
import {
  Button,
  ChartSkeleton,
  classNames,
  DataGrid,
  EmptyState,
  ErrorBox,
  fetchFromMemory,
  type MenuEntry,
} from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { tablesOf, useAnswerTime, useChartTranslate, useQueries } from '../chart-runs/index.ts';
import { useChartTheme } from '../controls/chart-theme/index.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { ErrorView, useGridKeys } from '../shell/index.ts';
import { ask, useDrillInfo } from './asking.ts';
import styles from './Dialogs.module.css';
import type { DrillStep } from './drill-by.ts';
import { menuGestures } from './menu-gestures.ts';
import { PointMenu } from './PointMenu.tsx';
import type { DrillSubject } from './subject.ts';

interface DrilledChartProps {
  readonly subject: DrillSubject;
  readonly definition: ChartDefinition;
  readonly form: ChartForm;
  readonly path: readonly DrillStep[];
  readonly view: 'chart' | 'table';
  readonly onStep: (step: DrillStep) => void;
  readonly onRows: (filters: readonly MarkFilter[]) => void;
}

/** A chart's number by another column: asked for, and drawn or listed. */
export function DrilledChart(props: DrilledChartProps) {
  const { subject, definition, view } = props;
  const t = useT();
  const form = useMemo(() => completeForm(definition, props.form), [definition, props.form]);
  const { queries, error: unplanned } = useQueries(definition, form);
  const answer = useQuery({
    queryKey: ['drill-by', subject.datasource, subject.dashboardId, queries, form],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    structuralSharing: false,
    enabled: queries !== undefined,
    queryFn: async ({ signal }) => {
      const results = await ask(subject, { form, queries: queries ?? [] }, signal);
      return { results, tables: tablesOf(results), form };
    },
  });
  const error = unplanned ?? answer.error;
  if (error)
    return (
      <ErrorView
        error={error}
        title={t('The chart could not be computed')}
        actions={
          <Button size="small" onClick={() => void answer.refetch()}>
            {t('Try again')}
          </Button>
        }
      />
    );
  if (!answer.data) return <ChartSkeleton />;
  const isOld = answer.isPlaceholderData;
  return (
    <div className={classNames(styles.drawn, isOld && styles.old)} aria-busy={isOld}>
      {view === 'table' ? <Rows {...props} tables={answer.data.tables} /> : <Drawn {...props} answer={answer.data} />}
    </div>
  );
}

interface Answer {
  readonly results: Awaited<ReturnType<typeof ask>>;
  readonly tables: readonly ResultTable[];
  readonly form: ChartForm;
}

function Drawn({ answer, ...props }: DrilledChartProps & { readonly answer: Answer }) {
  const { subject, definition, path } = props;
  const t = useT();
  const language = useLanguage();
  const translate = useChartTranslate();
  const theme = useChartTheme();
  const now = useAnswerTime(answer.results);
  const [first] = answer.results;
  const timeBounds = useMemo(() => timeBoundsOf(first), [first]);
  const [error, setError] = useState<Error | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const size = useSpace(frame);
  const [request, setRequest] = useState<ChartMenuRequest | null>(null);
  const gestures = useMemo(() => menuGestures(setRequest), []);
  const view = chartViews[definition.key];
  const title = [subject.title, ...path.map(({ label }) => label)].filter(Boolean).join(', ');
  if (error) return <ErrorBox title={t('This chart could not be drawn')} details={error.message} />;
  return (
    <div ref={frame} className={styles.space} {...gestures} data-test="drilled-chart">
      {view && size.width > 0 ? (
        <Chart
          {...{ definition, view, theme, translate, title, timeBounds, now }}
          form={answer.form}
          results={answer.tables}
          answers={answer.results}
          width={size.width}
          height={size.height}
          locale={language}
          verboseNames={subject.verboseNames}
          columnFormats={subject.columnFormats}
          fallback={<ChartSkeleton />}
          empty={() => <EmptyState size="small" title={t('No results were returned for this query')} />}
          onContextMenu={setRequest}
          onRenderError={setError}
        />
      ) : null}
      {request ? <DeeperMenu {...props} request={request} onClose={() => setRequest(null)} /> : null}
    </div>
  );
}

const noFilters: readonly MarkFilter[] = [];

/** The menu of a mark of a drilled chart: a step deeper, or to the rows. */
function DeeperMenu({
  subject,
  path,
  request,
  onStep,
  onRows,
  onClose,
}: DrilledChartProps & { readonly request: ChartMenuRequest; readonly onClose: () => void }) {
  const t = useT();
  const info = useDrillInfo(subject);
  const filters = request.mark?.filters ?? noFilters;
  const taken = new Set([...path.flatMap((step) => step.filters), ...filters].map(({ column }) => column));
  const here = path.at(-1)?.column;
  const columns = (info.data?.columns ?? []).filter(({ column_name: name }) => !taken.has(name) && name !== here);
  const label = request.mark?.label ?? '';
  const items: readonly MenuEntry[] = [
    ...(label ? [{ kind: 'heading', key: 'mark', label } as const] : []),
    { key: 'detail', label: t('Drill to detail'), onSelect: () => onRows(filters) },
    {
      key: 'by',
      label: t('Drill by'),
      isDisabled: columns.length === 0,
      items: columns.map(({ column_name: column, verbose_name: name }) => ({
        key: column,
        label: name || column,
        onSelect: () => onStep({ column, filters, label }),
      })),
    },
  ];
  return <PointMenu at={request} items={items} label={t('Actions for {{name}}', { name: label })} onClose={onClose} />;
}

function Rows({ tables, subject }: DrilledChartProps & { readonly tables: readonly ResultTable[] }) {
  const t = useT();
  useGridKeys({ opensCells: false });
  const table = tables.find((one) => !isTotalsTable(one));
  const fetchWindow = useMemo(() => fetchFromMemory((table?.columns ?? []).map(({ values }) => values)), [table]);
  if (!table || table.rowCount === 0)
    return <EmptyState size="small" title={t('No results were returned for this query')} />;
  return (
    <DataGrid
      label={subject.title}
      columns={table.columns.map(({ name, type, nativeType }) => ({
        ...{ type, typeName: nativeType, name: subject.verboseNames[name] || name },
        digits: digitsOf(name),
      }))}
      rowCount={table.rowCount}
      resultKey={JSON.stringify([
        table.rowCount,
        table.columns.map(({ name }) => name),
        table.columns[0]?.values[0]?.toString(),
      ])}
      fetchWindow={fetchWindow}
    />
  );
}

function useSpace(frame: React.RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [frame]);
  return size;
}
