import { DownloadOutlined, FilterOutlined, UnorderedListOutlined } from '@ant-design/icons-svg';
import { digitsOf } from '@powerset/chart-kit';
import type { MarkFilter } from '@powerset/charts/views';
import type { ResultTable } from '@powerset/contract';
import {
  Button,
  Checkbox,
  classNames,
  DataGrid,
  EmptyState,
  MenuButton,
  Modal,
  Pill,
  Popover,
  SearchInput,
  sayBeside,
  TableSkeleton,
} from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../api/index.ts';
import { rowCountText, useLanguage, useT } from '../i18n/index.ts';
import { ErrorView, saveBlob, toFileName, useGridKeys, useSession } from '../shell/index.ts';
import { askFile, askTables } from './asking.ts';
import styles from './Dialogs.module.css';
import { type DetailView, type DrillSubject, detailQueries } from './subject.ts';
import { useSettled } from './use-settled.ts';

interface DetailProps {
  readonly subject: DrillSubject;
  readonly filters: readonly MarkFilter[];
  readonly onClose: () => void;
}

/** How many rows are fetched at once: as many as a window of the grid has. */
const windowRows = 250;

interface Sort {
  readonly name: string;
  readonly isUp: boolean;
}

/** The rows behind a mark, or behind a whole chart: a page at a time, sorted, searched, and as a file. */
export function DetailDialog({ subject, filters: given, onClose }: DetailProps) {
  const t = useT();
  const language = useLanguage();
  const [filters, setFilters] = useState(given);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort | null>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [known, setKnown] = useState<readonly string[]>([]);
  const wanted = useSettled(search.trim());
  const columns = known.filter((name) => !hidden.has(name));
  const view: DetailView = {
    ...(hidden.size > 0 ? { columns } : {}),
    ...(sort ? { orderby: [[sort.name, sort.isUp]] } : {}),
    search: wanted,
  };
  const rows = useDetail(subject, filters, view);
  const names = rows.data?.table.columns.map(({ name }) => name) ?? [];
  if (known.length === 0 && names.length > 0) setKnown(names);
  const nameOf = (name: string) => subject.verboseNames[name] || name;
  return (
    <Modal
      title={t('Drill to detail: {{title}}', { title: subject.title })}
      width={1080}
      closesAtOnce
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <div className={styles.tools}>
        {filters.map((filter) => (
          <span key={`${filter.column}-${filter.label}`} className={styles.pill}>
            <Pill
              icon={FilterOutlined}
              name={nameOf(filter.column)}
              value={filter.label}
              removeLabel={t('Remove {{name}}', { name: filter.label })}
              onRemove={() => setFilters(filters.filter((other) => other !== filter))}
            />
          </span>
        ))}
        <span className={styles.count} role="status">
          {rows.data ? rowCountText(rows.data.total, rows.data.total.toLocaleString(language)) : null}
        </span>
        <span className={styles.end}>
          <SearchInput
            size="small"
            className={styles.search}
            label={t('Search rows')}
            value={search}
            maxLength={200}
            onChange={setSearch}
          />
          <ColumnsButton {...{ known, hidden, nameOf }} onChange={setHidden} />
          <ExportButton {...{ subject, filters, view }} />
        </span>
      </div>
      <div className={classNames(styles.body, rows.isPlaceholderData && styles.old)} aria-busy={rows.isFetching}>
        <Rows {...{ subject, filters, view, rows, sort, nameOf }} onSort={setSort} />
      </div>
    </Modal>
  );
}

function useDetail(subject: DrillSubject, filters: readonly MarkFilter[], view: DetailView) {
  const { rows, count } = detailQueries(subject, filters, view);
  return useQuery({
    queryKey: ['drill-detail', subject.datasource, subject.dashboardId, rows],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => {
      const queries = [{ ...rows, row_limit: windowRows }, count];
      const [table, counted] = await askTables(subject, { form: subject.form, queries }, signal);
      const total = Number(counted?.columns[0]?.values[0] ?? 0);
      return { table: table ?? nothing, total, key: JSON.stringify(rows) };
    },
  });
}

const nothing: ResultTable = { columns: [], rowCount: 0 };

interface RowsProps {
  readonly subject: DrillSubject;
  readonly filters: readonly MarkFilter[];
  readonly view: DetailView;
  readonly rows: ReturnType<typeof useDetail>;
  readonly sort: Sort | null;
  readonly nameOf: (name: string) => string;
  readonly onSort: (sort: Sort | null) => void;
}

function Rows({ subject, filters, view, rows, sort, nameOf, onSort }: RowsProps) {
  const t = useT();
  useGridKeys({ opensCells: false });
  const { data, error } = rows;
  if (error)
    return (
      <ErrorView
        error={error}
        title={t('The rows could not be loaded')}
        actions={
          <Button size="small" onClick={() => void rows.refetch()}>
            {t('Try again')}
          </Button>
        }
      />
    );
  if (!data) return <TableSkeleton />;
  const { table, total } = data;
  if (total === 0)
    return (
      <EmptyState
        size="small"
        title={
          view.search
            ? t('No row holds “{{text}}”', { text: view.search })
            : t('No rows were returned for this dataset')
        }
      />
    );
  const sorted = table.columns.findIndex(({ name }) => name === sort?.name);
  return (
    <DataGrid
      label={t('Rows behind {{title}}', { title: subject.title })}
      columns={table.columns.map(({ name, type, nativeType }) => ({
        ...{ type, typeName: nativeType, name: nameOf(name) },
        digits: digitsOf(name),
      }))}
      rowCount={total}
      resultKey={data.key}
      firstWindow={{ offset: 0, columns: table.columns.map(({ values }) => values) }}
      fetchWindow={async (offset, limit, signal) => {
        const { rows: query } = detailQueries(subject, filters, view);
        const queries = [{ ...query, row_offset: offset, row_limit: limit }];
        const [window] = await askTables(subject, { form: subject.form, queries }, signal);
        return { offset, columns: (window ?? nothing).columns.map(({ values }) => values) };
      }}
      sort={sort && sorted >= 0 ? { column: sorted, direction: sort.isUp ? 'asc' : 'desc' } : null}
      onSort={(column) => onSort(nextSort(sort, table.columns[column]?.name ?? ''))}
      errorTitle={t('The rows could not be loaded')}
      retryLabel={t('Try again')}
    />
  );
}

/** Up, down, and in no order of one's own again. */
function nextSort(sort: Sort | null, name: string): Sort | null {
  if (sort?.name !== name) return { name, isUp: true };
  return sort.isUp ? { name, isUp: false } : null;
}

interface ColumnsProps {
  readonly known: readonly string[];
  readonly hidden: ReadonlySet<string>;
  readonly nameOf: (name: string) => string;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

function ColumnsButton({ known, hidden, nameOf, onChange }: ColumnsProps) {
  const t = useT();
  const toggle = (name: string, isShown: boolean) => {
    const next = new Set(hidden);
    if (isShown) next.delete(name);
    else next.add(name);
    onChange(next);
  };
  const shown = known.length - hidden.size;
  return (
    <Popover
      label={t('Columns')}
      title={t('Columns')}
      placement="bottom-end"
      width={260}
      trigger={
        <Button size="small" icon={UnorderedListOutlined} isDisabled={known.length === 0}>
          {hidden.size > 0 ? t('{{count}} of {{total}} columns', { count: shown, total: known.length }) : t('Columns')}
        </Button>
      }
    >
      <div className={styles.columns}>
        {known.map((name) => (
          <Checkbox
            key={name}
            isChecked={!hidden.has(name)}
            isDisabled={shown === 1 && !hidden.has(name)}
            onChange={(isShown) => toggle(name, isShown)}
          >
            {nameOf(name)}
          </Checkbox>
        ))}
      </div>
    </Popover>
  );
}

/** More than any answer holds: the server ends the file at its own limit. */
const allRows = 10_000_000;

function ExportButton({ subject, filters, view }: Pick<RowsProps, 'subject' | 'filters' | 'view'>) {
  const t = useT();
  const { can } = useSession();
  if (!can('can_csv', 'Superset')) return null;
  const save = async (format: 'csv' | 'xlsx') => {
    const say = sayBeside();
    try {
      const { rows } = detailQueries(subject, filters, view);
      const file = await askFile(subject, { form: subject.form, query: { ...rows, row_limit: allRows }, format });
      saveBlob(file, `${toFileName(subject.title)}.${format}`);
    } catch (error) {
      say.danger(errorText(error));
    }
  };
  return (
    <MenuButton
      label={t('Download')}
      placement="bottom-end"
      items={[
        { key: 'csv', label: t('Export to .CSV'), onSelect: () => void save('csv') },
        { key: 'xlsx', label: t('Export to Excel'), onSelect: () => void save('xlsx') },
      ]}
      trigger={
        <Button size="small" icon={DownloadOutlined}>
          {t('Download')}
        </Button>
      }
    />
  );
}
