import { DownOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import type { ResultTable } from '@powerset/contract';
import {
  Badge,
  CodeView,
  CopyButton,
  cellText,
  DataGrid,
  EmptyState,
  ErrorBox,
  fetchFromMemory,
  IconButton,
  plainText,
  TableSkeleton,
  Tabs,
  TextInput,
} from '@powerset/ui';
import { useMemo, useState } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import type { ChartRun } from '../use-chart-run.ts';
import { useSamples } from '../use-samples.ts';

export type DataTab = 'results' | 'samples' | 'query';

export interface DataPaneProps {
  readonly run: ChartRun;
  readonly tab: DataTab;
  readonly isOpen: boolean;
  readonly onTab: (tab: DataTab) => void;
  readonly onToggle: () => void;
}

/** Under the chart: the rows it is drawn from, rows of the dataset, and the SQL that was run. */
export function DataPane({ run, tab, isOpen, onTab, onToggle }: DataPaneProps) {
  const t = useT();
  const { dataset } = useExplore();
  const [text, setText] = useState('');
  const samples = useSamples(dataset, isOpen && tab === 'samples');
  const results = run.drawn?.tables[0];
  const table = tab === 'results' ? results : samples.data?.table;
  const found = useMemo(() => (table ? filterRows(table, text) : undefined), [table, text]);
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
    <section className="xp-data" aria-label={t('Data')}>
      <div className="xp-data__head">
        <Tabs items={tabs} active={tab} onChange={open} label={t('Data')} />
        <span className="ps-end ps-row">
          {isOpen && tab !== 'query' && found ? (
            <>
              <Badge kind={found.rowCount === 0 ? 'danger' : 'neutral'}>
                {t('{{count}} rows', { count: found.rowCount })}
              </Badge>
              <TextInput
                size="small"
                icon={SearchOutlined}
                type="search"
                aria-label={t('Search rows')}
                placeholder={t('Search rows')}
                value={text}
                onChange={setText}
              />
              <CopyButton text={toTabbed(found)} label={t('Copy rows')} />
            </>
          ) : null}
          <IconButton
            icon={isOpen ? DownOutlined : UpOutlined}
            size="small"
            label={isOpen ? t('Collapse data panel') : t('Expand data panel')}
            onClick={onToggle}
          />
        </span>
      </div>
      {isOpen ? (
        <div className="xp-data__body">
          {tab === 'query' ? <Queries run={run} /> : null}
          {tab === 'results' ? <Rows table={found} isLoading={run.status === 'loading'} label={t('Results')} /> : null}
          {tab === 'samples' && samples.error ? (
            <ErrorBox title={t('The samples could not be loaded')} text={errorText(samples.error)} />
          ) : null}
          {tab === 'samples' && !samples.error ? (
            <Rows table={found} isLoading={samples.isFetching} label={t('Samples')} />
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function Rows({ table, isLoading, label }: { table: ResultTable | undefined; isLoading: boolean; label: string }) {
  const t = useT();
  const key = useResultKey(table);
  if (!table)
    return isLoading ? <TableSkeleton /> : <EmptyState size="small" title={t('Run a query to display results')} />;
  if (table.rowCount === 0) return <EmptyState size="small" title={t('No results')} />;
  return (
    <DataGrid
      label={label}
      resultKey={key}
      rowCount={table.rowCount}
      columns={table.columns.map((column) => ({ name: column.name, type: column.type, typeName: column.nativeType }))}
      fetchWindow={fetchFromMemory(table.columns.map((column) => column.values))}
      firstWindow={{ offset: 0, columns: table.columns.map((column) => column.values.slice(0, 250)) }}
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
    table.columns.some((column) =>
      (cellText(column.values[row] ?? null, column.type) ?? '').toLowerCase().includes(wanted),
    ),
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
    <div className="xp-queries">
      {queries.map((query) => (
        <CodeView key={query} code={query} label={t('Generated SQL')} />
      ))}
    </div>
  );
}
