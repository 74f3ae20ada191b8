import { digitsOf } from '@powerset/chart-kit';
import type { WindowFilter, WindowQ, WireQueryRun, WireWindow } from '@powerset/contract';
import { Button, DataGrid, EmptyState, ErrorBox, type GridColumn, type GridWindow, TableSkeleton } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useGridKeys } from '../../../shell/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import type { RunEntry } from '../runs/run-store.ts';
import { ColumnFilter } from './columns/ColumnFilter.tsx';
import { withFilters } from './columns/column-filters.ts';
import { FilterLine } from './columns/FilterLine.tsx';
import { type Inspector, InspectorFrame, useInspector } from './inspector/InspectorFrame.tsx';
import {
  firstWindowQuery,
  isProfilable,
  loadWindow,
  profileQuery,
  type ResultSelection,
  shownCharacters,
} from './result-calls.ts';
import { type ResultKeys, useKeys } from './use-keys.ts';

export interface ResultGridProps {
  readonly run: WireQueryRun;
  /** Null while the result still arrives. */
  readonly resultKey: string | null;
  /** Rows that are there before the result is. */
  readonly firstRows: RunEntry['firstRows'];
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  readonly onRerun?: (() => void) | undefined;
  /** Puts the filters into the statement; null where its text is not there. */
  readonly onWrite?: ((filters: readonly WindowFilter[]) => Promise<void>) | null | undefined;
}

/** A stored result of any length: rows come in windows; sort, search and filters are the engine's work. */
export function ResultGrid(props: ResultGridProps) {
  const t = useT();
  useGridKeys({ opensCells: true });
  const { run, resultKey, firstRows, selection, onRerun } = props;
  const first = useQuery({
    ...firstWindowQuery(resultKey ?? '', selection),
    enabled: resultKey !== null,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => first.data ?? fromFirstRows(firstRows, run), [first.data, firstRows, run]);
  const keys = useKeys(first.data === undefined ? null : resultKey, rows?.selection ?? selection);
  const columns = useColumns(run, { resultKey, rows, keys: keys.places });
  const inspector = useInspector({
    columns,
    onFilter: (filter) => props.onSelection(withFilters(selection, filter.column, [filter])),
    canFilter: resultKey !== null,
    linkOf: keys.linkOf,
  });
  const framed = (content: ReactNode) => (
    <FramedGrid
      {...props}
      shownKey={first.data === undefined ? null : resultKey}
      shownSelection={rows?.selection ?? selection}
      columns={columns}
      inspector={inspector}
    >
      {content}
    </FramedGrid>
  );
  if (first.error) return <Unreadable error={first.error} onRetry={() => void first.refetch()} onRerun={onRerun} />;
  if (!rows) return <TableSkeleton rows={10} columns={5} />;
  const { answer, window, selection: shown } = rows;
  const isFiltered = Boolean(shown.search) || (shown.filters?.length ?? 0) > 0;
  if (answer.matchedRows === 0 && isFiltered)
    return framed(
      <EmptyState
        title={t('No row fits')}
        text={t('Nothing in this result fits the search and the filters.')}
        actions={<Button onClick={() => props.onSelection({})}>{t('Clear')}</Button>}
      />,
    );
  const sort = selection.sort?.[0];
  const sortedColumn = columns.findIndex((column) => column.name === sort?.column);
  return framed(
    <DataGrid
      {...inspector.gridProps}
      label={t('Results')}
      columns={columns}
      rowCount={answer.matchedRows}
      firstWindow={window}
      resultKey={`${resultKey} ${first.data === undefined} ${JSON.stringify(shown)}`}
      {...toSources(resultKey, rows)}
      tableName={tableOf(run.sql)}
      hasProfile
      sort={sort && sortedColumn >= 0 ? { column: sortedColumn, direction: sort.descending ? 'desc' : 'asc' } : null}
      {...(resultKey === null
        ? {}
        : {
            onSort: (index: number) =>
              props.onSelection({ ...selection, sort: nextSort(columns[index]?.name ?? '', sort) }),
            columnExtra: (column: GridColumn, index: number) => (
              <ColumnFilter
                column={column}
                index={index}
                resultKey={resultKey}
                selection={selection}
                onSelection={props.onSelection}
              />
            ),
            onOpenColumn: inspector.openColumn,
          })}
      errorTitle={editorMessages.resultsFailed()}
      retryLabel={t('Try again')}
    />,
  );
}

interface FramedGridProps extends ResultGridProps {
  /** The result and the selection of the rows in the grid; those that are wanted may still be on their way. */
  readonly shownKey: string | null;
  readonly shownSelection: ResultSelection;
  readonly columns: readonly GridColumn[];
  readonly inspector: Inspector;
  readonly children: ReactNode;
}

/** A grid with its filters above and what is told of a cell or column beside it. */
function FramedGrid(props: FramedGridProps) {
  const { resultKey, selection, onSelection, columns, inspector, onWrite = null, children } = props;
  return (
    <>
      <FilterLine
        columns={columns}
        selection={selection}
        onSelection={onSelection}
        onOpen={inspector.openColumn}
        onWrite={resultKey === null ? null : onWrite}
      />
      <InspectorFrame
        inspector={inspector}
        resultKey={props.shownKey}
        selection={props.shownSelection}
        wanted={selection}
        onSelection={onSelection}
        columns={columns}
      >
        {children}
      </InspectorFrame>
    </>
  );
}

interface Rows {
  readonly answer: WireWindow;
  readonly window: GridWindow;
  readonly selection: ResultSelection;
}

/** Rows with long values cut for the eye, and whole for copying. */
function toSources(resultKey: string | null, { window, selection }: Rows) {
  const load = async (question: WindowQ, signal: AbortSignal) =>
    resultKey === null ? window : (await loadWindow(resultKey, { ...selection, ...question }, signal)).window;
  return {
    fetchWindow: (offset: number, limit: number, signal: AbortSignal) =>
      load({ offset, limit, cut: shownCharacters }, signal),
    fetchWhole: (offset: number, limit: number, signal: AbortSignal) => load({ offset, limit }, signal),
  };
}

/** The columns, with what is known of their values once that is worked out. */
function useColumns(
  run: WireQueryRun,
  { resultKey, rows, keys }: { resultKey: string | null; rows: Rows | undefined; keys: ResultKeys['places'] },
): readonly GridColumn[] {
  const count = rows?.answer.table.columns.length ?? 0;
  const isProfiled = isProfilable(count, run.rows);
  const profile = useQuery({ ...profileQuery(resultKey ?? ''), enabled: resultKey !== null && isProfiled });
  return useMemo(
    () =>
      (rows?.answer.table.columns ?? []).map((column, index) => {
        const known = profile.data?.columns[index];
        return {
          name: column.name,
          type: column.type,
          typeName: column.nativeType,
          digits: keys.has(index) ? 'plain' : digitsOf(column.name),
          ...(known ? { nullShare: known.nullShare, histogram: toCounts(known) } : {}),
        };
      }),
    [rows, profile.data, keys],
  );
}

interface UnreadableProps {
  readonly error: Error;
  readonly onRetry: () => void;
  readonly onRerun: (() => void) | undefined;
}

/** Rows that are kept no longer come only from a new run. */
function Unreadable({ error, onRetry, onRerun }: UnreadableProps) {
  const t = useT();
  return (
    <div className={parts.note}>
      <ErrorBox
        title={editorMessages.resultsFailed()}
        text={errorText(error)}
        actions={
          <Button size="small" onClick={onRerun ?? onRetry}>
            {onRerun ? t('Run again') : t('Try again')}
          </Button>
        }
      />
    </div>
  );
}

/** The table that a query names first, for rows that are copied as INSERT. */
function tableOf(sql: string): string {
  return (
    /\bfrom\s+((?:[\w$]+|"[^"]+"|`[^`]+`)(?:\.(?:[\w$]+|"[^"]+"|`[^`]+`))*)(?![\w$.]|\s*\()/i.exec(sql)?.[1] ??
    'table_name'
  );
}

/** What came with the first rows, in the shape of a window: all that is known before the result can be asked. */
function fromFirstRows(firstRows: RunEntry['firstRows'], run: WireQueryRun): Rows | undefined {
  if (!firstRows) return undefined;
  const { table, cuts } = firstRows;
  const matchedRows = run.rows ?? table.rowCount;
  return {
    answer: { table, offset: 0, cuts, matchedRows, totalRows: matchedRows },
    window: { offset: 0, cuts, columns: table.columns.map((column) => column.values) },
    selection: noSelection,
  };
}

const noSelection: ResultSelection = {};

type Sort = NonNullable<ResultSelection['sort']>[number];

/** Ascending, descending, as it came. */
function nextSort(column: string, sort: Sort | undefined): Sort[] {
  if (sort?.column !== column) return [{ column, descending: false }];
  return sort.descending ? [] : [{ column, descending: true }];
}

function toCounts(profile: {
  readonly histogram: readonly { readonly count: number }[] | null;
  readonly topValues: readonly { readonly count: number }[] | null;
}): readonly number[] {
  return (profile.histogram ?? profile.topValues ?? []).map(({ count }) => count);
}
