import { DownOutlined } from '@ant-design/icons';
import { digitsOf } from '@powerset/chart-kit';
import type { WindowFilter, WindowOperator, WindowQ, WireQueryRun, WireWindow } from '@powerset/contract';
import {
  Button,
  classNames,
  DataGrid,
  EmptyState,
  ErrorBox,
  type GridColumn,
  type GridWindow,
  Icon,
  Popover,
  TableSkeleton,
  TextInput,
  well,
} from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import type { RunEntry } from '../runs/run-store.ts';
import { InspectorFrame, useInspector } from './inspector/InspectorFrame.tsx';
import styles from './ResultGrid.module.css';
import { firstWindowQuery, loadWindow, profileQuery, type ResultSelection, shownCharacters } from './result-calls.ts';

const profiledCells = 200_000_000;
const profiledColumns = 80;

export interface ResultGridProps {
  readonly run: WireQueryRun;
  /** Null while the result still arrives. */
  readonly resultKey: string | null;
  /** Rows that are there before the result is. */
  readonly firstRows: RunEntry['firstRows'];
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  readonly onRerun?: (() => void) | undefined;
}

/** A stored result of any length: rows come in windows; sort, search and filters are the engine's work. */
export function ResultGrid(props: ResultGridProps) {
  const t = useT();
  const { run, resultKey, firstRows, selection, onRerun } = props;
  const first = useQuery({
    ...firstWindowQuery(resultKey ?? '', selection),
    enabled: resultKey !== null,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => first.data ?? fromFirstRows(firstRows, run), [first.data, firstRows, run]);
  const columns = useColumns(run, resultKey, rows);
  const inspector = useInspector({
    columns,
    onFilter: (filter) => {
      const others = (selection.filters ?? []).filter(({ column }) => column !== filter.column);
      props.onSelection({ ...selection, filters: [...others, filter] });
    },
    canFilter: resultKey !== null,
  });
  if (first.error) return <Unreadable error={first.error} onRerun={onRerun} />;
  if (!rows) return <TableSkeleton rows={10} columns={5} />;
  const { answer, window, selection: shown } = rows;
  const isFiltered = Boolean(shown.search) || (shown.filters?.length ?? 0) > 0;
  if (answer.matchedRows === 0 && isFiltered)
    return (
      <EmptyState
        title={t('No row fits')}
        text={t('Nothing in this result fits the search and the filters.')}
        actions={<Button onClick={() => props.onSelection({})}>{t('Clear')}</Button>}
      />
    );
  const sort = selection.sort?.[0];
  const sortedColumn = columns.findIndex((column) => column.name === sort?.column);
  const grid = (
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
            columnExtra: (column: GridColumn) => <ColumnFilter {...props} column={column} />,
          })}
      errorTitle={editorMessages.resultsFailed()}
      retryLabel={t('Try again')}
    />
  );
  return (
    <InspectorFrame
      inspector={inspector}
      resultKey={first.data === undefined ? null : resultKey}
      selection={shown}
      columns={columns}
    >
      {grid}
    </InspectorFrame>
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
function useColumns(run: WireQueryRun, resultKey: string | null, rows: Rows | undefined): readonly GridColumn[] {
  const count = rows?.answer.table.columns.length ?? 0;
  const isProfiled = count > 0 && count <= profiledColumns && (run.rows ?? 0) * count <= profiledCells;
  const profile = useQuery({ ...profileQuery(resultKey ?? ''), enabled: resultKey !== null && isProfiled });
  return useMemo(
    () =>
      (rows?.answer.table.columns ?? []).map((column, index) => {
        const known = profile.data?.columns[index];
        return {
          name: column.name,
          type: column.type,
          typeName: column.nativeType,
          digits: digitsOf(column.name),
          ...(known ? { nullShare: known.nullShare, histogram: toCounts(known) } : {}),
        };
      }),
    [rows, profile.data],
  );
}

function Unreadable({ error, onRerun }: { readonly error: Error; readonly onRerun: (() => void) | undefined }) {
  const t = useT();
  const again = onRerun ? (
    <Button size="small" onClick={onRerun}>
      {t('Run again')}
    </Button>
  ) : null;
  return (
    <div className={parts.note}>
      <ErrorBox title={editorMessages.resultsFailed()} text={errorText(error)} actions={again} />
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

const textOperators: readonly WindowOperator[] = ['contains', 'starts with', '=', '!=', 'is null', 'is not null'];
const valueOperators: readonly WindowOperator[] = ['=', '!=', '<', '<=', '>', '>=', 'is null', 'is not null'];

function ColumnFilter({ column, selection, onSelection }: ResultGridProps & { readonly column: GridColumn }) {
  const t = useT();
  const current = selection.filters?.find((filter) => filter.column === column.name);
  const others = (selection.filters ?? []).filter((filter) => filter.column !== column.name);
  const operators = column.type === 'string' ? textOperators : valueOperators;
  const [operator, setOperator] = useState<WindowOperator>(current?.operator ?? operators[0] ?? '=');
  const [value, setValue] = useState(String(current?.value ?? ''));
  const needsValue = !operator.startsWith('is ');
  const apply = (close: () => void) => {
    close();
    const filter: WindowFilter = { column: column.name, operator, ...(needsValue ? { value } : {}) };
    onSelection({ ...selection, filters: [...others, filter] });
  };
  return (
    <Popover
      label={t('Filter {{name}}', { name: column.name })}
      title={t('Filter {{name}}', { name: column.name })}
      width={280}
      trigger={
        <button
          type="button"
          className={classNames(styles.filter, current && styles.on)}
          aria-label={t('Filter {{name}}', { name: column.name })}
        >
          <Icon of={DownOutlined} size={8} />
        </button>
      }
      foot={(close) => (
        <>
          <Button
            isDisabled={!current}
            onClick={() => {
              close();
              onSelection({ ...selection, filters: others });
            }}
          >
            {t('Clear')}
          </Button>
          <Button kind="primary" isDisabled={needsValue && value === ''} onClick={() => apply(close)}>
            {t('Apply')}
          </Button>
        </>
      )}
    >
      {(close) => (
        <form
          className={parts.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!needsValue || value !== '') apply(close);
          }}
        >
          <select
            className={well.middle}
            aria-label={t('Operator')}
            value={operator}
            // The options are exactly these operators.
            onChange={(event) => setOperator(event.target.value as WindowOperator)}
          >
            {operators.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          {needsValue ? <TextInput aria-label={t('Value')} value={value} onChange={setValue} /> : null}
        </form>
      )}
    </Popover>
  );
}
