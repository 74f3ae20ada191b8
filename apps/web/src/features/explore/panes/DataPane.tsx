import { DownOutlined, SettingOutlined, UpOutlined } from '@ant-design/icons-svg';
import { digitsOf } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import {
  Button,
  CodeView,
  CopyButton,
  cellText,
  classNames,
  DataGrid,
  EmptyState,
  fetchFromMemory,
  IconButton,
  lineRoles,
  MenuButton,
  plainText,
  SearchInput,
  TableSkeleton,
  Tabs,
} from '@powerset/ui';
import { useMemo, useState } from 'react';
import { useChartTranslate } from '../../../chart-runs/index.ts';
import { formatDecimal, useT } from '../../../i18n/index.ts';
import { ErrorView, useGridKeys } from '../../../shell/index.ts';
import { useExplore } from '../explore-context.tsx';
import { rowFactsOf } from '../model/chart-run.ts';
import { wordsOfColumn } from '../model/result-columns.ts';
import { roundingOf } from '../model/rounding.ts';
import parts from '../parts.module.css';
import type { ChartRun } from '../use-chart-run.ts';
import { type OriginalTimes, useOriginalTimes } from '../use-original-times.ts';
import { useResultRows } from '../use-result-rows.ts';
import { useSamples } from '../use-samples.ts';
import styles from './DataPane.module.css';
import { agedClass, OldAnswer, type OldAnswerProps, OlderBadge } from './OldAnswer.tsx';
import { RowCount } from './RowCount.tsx';

export type DataTab = 'results' | 'samples' | 'query';

export interface DataPaneProps extends OldAnswerProps {
  readonly tab: DataTab;
  readonly isOpen: boolean;
  readonly onTab: (tab: DataTab) => void;
  readonly onToggle: () => void;
}

/** Under the chart: the rows it is drawn from, rows of the dataset, and the SQL that was run. */
export function DataPane(props: DataPaneProps) {
  const { run, tab, isOpen, onTab, onToggle } = props;
  // Samples are of the dataset, whatever the chart's settings are.
  const isOfChart = tab !== 'samples';
  const t = useT();
  const [text, setText] = useState('');
  const rows = useRows(run, isOpen ? tab : null);
  const found = useMemo(() => (rows.table ? filterRows(rows.table, text) : undefined), [rows.table, text]);
  const tabs = [
    { key: 'results' as const, label: t('Results') },
    { key: 'samples' as const, label: t('Samples') },
    { key: 'query' as const, label: t('Query') },
  ];
  const open = (next: DataTab) => {
    onTab(next);
    if (!isOpen) onToggle();
  };
  return (
    <section className={parts.pane} aria-label={t('Data')}>
      <div className={classNames(parts.paneHead, styles.head)}>
        <Tabs items={tabs} active={tab} onChange={open} label={t('Data')} />
        <span className={classNames(lineRoles.end, lineRoles.line, styles.tools)}>
          {isOpen && isOfChart ? <OlderBadge {...props} /> : null}
          {isOpen && tab !== 'query' && found ? (
            <RowTools
              table={found}
              limit={text ? 0 : rows.limit}
              total={text ? 0 : rows.total}
              text={text}
              onText={setText}
            />
          ) : null}
          <IconButton
            className={styles.fold}
            icon={isOpen ? DownOutlined : UpOutlined}
            size="small"
            label={isOpen ? t('Collapse data panel') : t('Expand data panel')}
            onClick={onToggle}
          />
        </span>
      </div>
      {isOpen && isOfChart ? <OldAnswer {...props} /> : null}
      {isOpen ? (
        <div className={classNames(styles.body, isOfChart && agedClass(props))}>
          {tab === 'query' ? <Queries run={run} /> : <Rows {...rows} table={found} tab={tab} run={run} />}
        </div>
      ) : null}
    </section>
  );
}

interface TabRows {
  readonly table: ResultTable | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** How many rows there could be at most; 0 where that says nothing. */
  readonly limit: number;
  /** How many rows the dataset has of which these are the first; 0 where these are all that there are. */
  readonly total: number;
}

/** The rows of the tab that is looked at; those of the others are not asked for. */
function useRows(run: ChartRun, tab: DataTab | null): TabRows {
  const { dataset } = useExplore();
  const results = useResultRows(dataset, run, tab === 'results');
  const samples = useSamples(dataset, tab === 'samples');
  if (tab !== 'samples') return { ...results, limit: run.drawn ? rowFactsOf(run.drawn).limit : 0, total: 0 };
  // Samples are a part of the dataset by what they are: their limit is nothing to mend.
  return {
    table: samples.data?.table,
    isLoading: samples.isFetching,
    error: samples.isFetching ? null : samples.error,
    retry: () => void samples.refetch(),
    limit: 0,
    total: samples.data?.totalRows ?? 0,
  };
}

interface RowToolsProps {
  readonly table: ResultTable;
  readonly limit: number;
  readonly total: number;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function RowTools({ table, limit, total, text, onText }: RowToolsProps) {
  const t = useT();
  const count = table.rowCount;
  const part = total > count ? t('First {{count}} of {{total}} rows', { count, total }) : undefined;
  return (
    <>
      <RowCount count={count} limit={limit} text={part} />
      <SearchInput size="small" className={styles.search} label={t('Search rows')} value={text} onChange={onText} />
      <CopyButton text={toTabbed(table)} label={t('Copy rows')} />
    </>
  );
}

interface RowsProps extends TabRows {
  readonly tab: DataTab;
  readonly run: ChartRun;
}

function Rows({ table, isLoading, error, retry, tab, run }: RowsProps) {
  const t = useT();
  useGridKeys({ opensCells: false });
  const translate = useChartTranslate();
  const { dataset, form } = useExplore();
  const times = useOriginalTimes(dataset.id);
  const key = useResultKey(table);
  if (error)
    return (
      <div className={styles.failure}>
        <ErrorView
          error={error}
          title={tab === 'samples' ? t('The samples could not be loaded') : t('The rows could not be loaded')}
          actions={
            <Button size="small" onClick={retry}>
              {t('Try again')}
            </Button>
          }
        />
      </div>
    );
  if (!table)
    return isLoading ? <TableSkeleton /> : <EmptyState size="small" title={t('Run a query to display results')} />;
  if (table.rowCount === 0) return <EmptyState size="small" title={t('No results')} />;
  const wordsOf = (name: string) =>
    tab === 'samples'
      ? { name, isShare: false, measured: name }
      : wordsOfColumn(name, { form: run.drawn?.form ?? form, verboseNames: dataset.verbose_map ?? {}, translate });
  const columns = table.columns.map((column) => ({
    name: wordsOf(column.name).name,
    type: column.type === 'temporal' && times.isOriginal(column.name) ? ('number' as const) : column.type,
    typeName: column.nativeType,
    digits: digitsIn(column, { tab, ...wordsOf(column.name) }),
  }));
  return (
    <DataGrid
      label={tab === 'samples' ? t('Samples') : t('Results')}
      resultKey={key}
      rowCount={table.rowCount}
      columns={columns}
      columnExtra={(_, index) => {
        const column = table.columns[index];
        return column?.type === 'temporal' ? <TimeFormatMenu column={column.name} times={times} /> : null;
      }}
      fetchWindow={fetchFromMemory(table.columns.map((column) => column.values))}
      firstWindow={{ offset: 0, columns: table.columns.map((column) => column.values.slice(0, 250)) }}
    />
  );
}

interface Shown {
  readonly tab: DataTab;
  readonly isShare: boolean;
  readonly measured: string;
}

function digitsIn(
  column: ResultTable['columns'][number],
  { tab, isShare, measured }: Shown,
): ReturnType<typeof roundingOf> | 'percent' {
  if (isShare) return 'percent';
  return tab === 'samples' ? digitsOf(column.name) : roundingOf({ ...column, name: measured });
}

/** How a time column is shown: as a date, or as the number that is stored. */
function TimeFormatMenu({ column, times }: { column: string; times: OriginalTimes }) {
  const t = useT();
  const isOriginal = times.isOriginal(column);
  return (
    <MenuButton
      label={t('Time format of {{name}}', { name: column })}
      placement="bottom-end"
      items={[
        {
          key: 'original',
          label: t('Original value'),
          isChecked: isOriginal,
          onSelect: () => times.set(column, true),
        },
        {
          key: 'formatted',
          label: t('Formatted date'),
          isChecked: !isOriginal,
          onSelect: () => times.set(column, false),
        },
      ]}
      trigger={
        <IconButton icon={SettingOutlined} size="small" label={t('Time format of {{name}}', { name: column })} />
      }
    />
  );
}

const keys = new WeakMap<ResultTable, string>();
let lastKey = 0;

function useResultKey(table: ResultTable | undefined): string {
  if (!table) return '';
  const known = keys.get(table);
  if (known) return known;
  lastKey += 1;
  keys.set(table, String(lastKey));
  return String(lastKey);
}

function filterRows(table: ResultTable, text: string): ResultTable {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return table;
  const kept = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) =>
    table.columns.some((column) => {
      const value = column.values[row] ?? null;
      // Numbers are found by their digits as well as by how they are shown.
      const shown = cellText(value, column.type) ?? '';
      const texts = [shown, formatDecimal(shown), plainText(value, column.type)];
      return texts.some((one) => one.toLowerCase().includes(wanted));
    }),
  );
  return {
    ...table,
    rowCount: kept.length,
    columns: table.columns.map((column) => ({ ...column, values: kept.map((row) => column.values[row] ?? null) })),
  };
}

/** Rows as a spreadsheet takes them. */
function toTabbed({ columns, rowCount }: ResultTable): string {
  const head = columns.map((column) => column.name).join('\t');
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map((column) => plainText(column.values[row] ?? null, column.type)).join('\t'),
  );
  return [head, ...rows].join('\n');
}

function Queries({ run }: { run: ChartRun }) {
  const t = useT();
  const queries = [...new Set(run.drawn?.results.map((result) => result.query).filter(Boolean) ?? [])];
  if (queries.length === 0) return <EmptyState size="small" title={t('Run a query to display results')} />;
  return (
    <div className={styles.queries}>
      {queries.map((query) => (
        <CodeView key={query} code={query} label={t('Generated SQL')} />
      ))}
    </div>
  );
}
