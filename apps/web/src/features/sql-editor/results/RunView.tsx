import { ClearOutlined, CodeOutlined, PauseCircleOutlined, TableOutlined } from '@ant-design/icons-svg';
import { digitsOf } from '@powerset/chart-kit';
import { noWorkerWords } from '@powerset/contract';
import {
  Button,
  ChartSkeleton,
  DataGrid,
  EmptyState,
  ErrorBox,
  fetchFromMemory,
  type GridColumn,
  type GridValue,
  ProgressLine,
  TableSkeleton,
  useMedia,
} from '@powerset/ui';
import { Suspense, useMemo } from 'react';
import { DatabaseSignIn } from '../../../controls/database-sign-in/index.ts';
import { useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import type { Problem } from '../editor/problems.ts';
import { formatCount } from '../numbers.ts';
import parts from '../parts.module.css';
import { limitWarning } from '../runs/limit-warning.ts';
import { isActive, type RunEntry } from '../runs/run-store.ts';
import type { ResultChartState } from './chart/use-result-chart.ts';
import { ResultGrid, type ResultGridProps } from './ResultGrid.tsx';
import styles from './RunView.module.css';
import type { ResultSelection } from './result-calls.ts';

export interface RunViewProps {
  readonly entry: RunEntry | undefined;
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  readonly onRun: () => void;
  readonly onWrite?: ResultGridProps['onWrite'];
  /** How the rows are drawn, where they can be. */
  readonly chart?: ResultChartState;
  /** What is to be run is still being found out. */
  readonly isLoading?: boolean;
  /** The mistake at its place, when the run named one. */
  readonly problem?: Problem | null;
  readonly onGoTo?: (problem: Problem) => void;
}

/** What a run has come to: rows, waiting, an error, or nothing yet. */
export function RunView(props: RunViewProps) {
  const { entry, selection, onSelection, onRun, isLoading, problem, onGoTo } = props;
  const t = useT();
  const hasKeys = !useMedia('(hover: none) and (pointer: coarse)');
  if (isLoading) return <TableSkeleton rows={8} columns={5} />;
  if (!entry)
    return (
      <EmptyState
        icon={CodeOutlined}
        title={t('Run a query to display results')}
        text={hasKeys ? t('Ctrl Enter runs the whole text, or what is selected.') : ''}
      />
    );
  const { query } = entry;
  if (entry.isCleared)
    return (
      <EmptyState
        icon={ClearOutlined}
        title={t('The results were cleared')}
        text={t('The run is still in the query history.')}
        actions={<Button onClick={onRun}>{t('Run again')}</Button>}
      />
    );
  if (isActive(query) && !entry.firstRows) return <Waiting entry={entry} />;
  if (query.state === 'stopped')
    return (
      <EmptyState
        icon={PauseCircleOutlined}
        title={t('Query was stopped')}
        text={t('Nothing of it was kept.')}
        actions={<Button onClick={onRun}>{t('Run again')}</Button>}
      />
    );
  if (entry.problem) return <RunError entry={entry} problem={problem ?? null} onRun={onRun} onGoTo={onGoTo} />;
  const isArriving = isActive(query);
  if (!query.resultsKey && !isArriving) return <WithoutRows entry={entry} />;
  if (query.rows === 0 && (query.extra.columns?.length ?? 0) > 0 && !selection.search)
    return <EmptyState icon={TableOutlined} title={t('The query returned no data')} text={columnsText(t, entry)} />;
  const warning = limitWarning(query, formatCount);
  return (
    <>
      {isArriving ? <ProgressLine /> : null}
      {warning ? (
        <div className={styles.warning} role="status">
          {warning}
        </div>
      ) : null}
      {props.chart?.isShown && query.resultsKey ? (
        <Suspense fallback={<ChartSkeleton />}>
          <ResultChart
            state={props.chart}
            resultKey={query.resultsKey}
            selection={selection}
            onSelection={onSelection}
            onRerun={onRun}
            onWrite={props.onWrite}
          />
        </Suspense>
      ) : (
        <ResultGrid
          run={query}
          resultKey={query.resultsKey}
          firstRows={entry.firstRows}
          selection={selection}
          onSelection={onSelection}
          onRerun={onRun}
          onWrite={props.onWrite}
        />
      )}
    </>
  );
}

/** Comes, with what draws charts, when a result is first looked at as one. */
const ResultChart = lazyPart(async () => (await import('./chart/ResultChart.tsx')).ResultChart);

function columnsText(t: ReturnType<typeof useT>, { query }: RunEntry): string {
  return t('Columns: {{names}}', { names: (query.extra.columns ?? []).map((column) => column.name).join(', ') });
}

function waitingText(t: ReturnType<typeof useT>, { extra, state }: RunEntry['query']): string {
  if (extra.progress === noWorkerWords)
    return t('No worker is running, so nobody does this. An administrator has to start one.');
  return extra.progress ?? (state === 'pending' ? t('Waiting for its turn') : t('Running'));
}

function Waiting({ entry: { query } }: { readonly entry: RunEntry }) {
  const t = useT();
  return (
    <div className={styles.waiting} role="status" aria-live="polite">
      <ProgressLine />
      <TableSkeleton rows={8} columns={5} />
      <span className={styles.waitingText}>{waitingText(t, query)}</span>
    </div>
  );
}

interface RunErrorProps {
  readonly entry: RunEntry;
  readonly problem: Problem | null;
  readonly onRun: () => void;
  readonly onGoTo: ((problem: Problem) => void) | undefined;
}

function RunError({ entry, problem, onRun, onGoTo }: RunErrorProps) {
  const t = useT();
  const { message, line, column, details, reference, signIn } = entry.problem ?? { message: '' };
  const place = line ? t('Line {{line}}, column {{column}}', { line, column: column ?? 1 }) : undefined;
  return (
    <div className={parts.note}>
      <ErrorBox
        title={entry.query.state === 'timed_out' ? t('The query took too long') : t('The query failed')}
        text={
          <>
            <span className={styles.message}>{message}</span>
            {place ? <span className={parts.quiet}> {place}</span> : null}
          </>
        }
        {...(details ? { details } : {})}
        reference={reference ?? null}
        actions={
          <>
            {signIn ? <DatabaseSignIn place={signIn} onBack={onRun} /> : null}
            {problem && onGoTo && line ? (
              <Button size="small" onClick={() => onGoTo(problem)}>
                {t('Show in the text')}
              </Button>
            ) : null}
            <Button size="small" onClick={onRun}>
              {t('Run again')}
            </Button>
          </>
        }
      />
    </div>
  );
}

function WithoutRows({ entry }: { readonly entry: RunEntry }) {
  const t = useT();
  const { query, inlineRows } = entry;
  const columns = useMemo<readonly GridColumn[]>(
    () =>
      (query.extra.columns ?? []).map((column) => ({
        name: column.name,
        type: (['number', 'string', 'temporal', 'boolean'] as const)[column.type_generic] ?? 'string',
        digits: digitsOf(column.name),
        ...(column.type ? { typeName: column.type } : {}),
      })),
    [query],
  );
  if (query.ctas)
    return (
      <EmptyState
        icon={TableOutlined}
        title={t('{{name}} was created', { name: [query.tempSchema, query.tempTable].filter(Boolean).join('.') })}
        text={t('Refresh the tables to see it in the tree.')}
      />
    );
  if (!inlineRows || columns.length === 0)
    return <EmptyState icon={TableOutlined} title={t('The statement has run')} text={t('It gave no rows to show.')} />;
  // Written by the server from the same columns.
  const values = columns.map((column) => inlineRows.map((row) => (row[column.name] ?? null) as GridValue));
  return (
    <DataGrid
      label={t('Results')}
      columns={columns}
      rowCount={inlineRows.length}
      resultKey={query.id}
      fetchWindow={fetchFromMemory(values)}
    />
  );
}
