import {
  DatabaseOutlined,
  DownOutlined,
  EyeOutlined,
  KeyOutlined,
  NodeIndexOutlined,
  ReloadOutlined,
  RightOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import {
  Button,
  classNames,
  EmptyState,
  Icon,
  ListSkeleton,
  MenuButton,
  type MenuEntry,
  readingKey,
  SearchInput,
  TypeIcon,
  textRoles,
  useMedia,
  well,
} from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { errorText } from '../../../api/index.ts';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { quoteName, reservedWords } from '../../../controls/sql-text/index.ts';
import { columnTypeOf, refreshTree } from '../../../databases/index.ts';
import { useT } from '../../../i18n/index.ts';
import { NoDatabases } from '../../../shell/index.ts';
import { useActiveTab, useDatabases, useEditorSession } from '../context.tsx';
import { formatShort } from '../numbers.ts';
import parts from '../parts.module.css';
import styles from './SchemaTree.module.css';
import { TableMenu, useTableNames } from './TableMenu.tsx';
import type { TreeRow } from './tree-rows.ts';
import { useTree } from './use-tree.ts';

/** As the rows are drawn: a finger needs more. */
const rowHeight = { pointer: 27, finger: 36 } as const;

export interface SchemaTreeProps {
  readonly onInsert: (text: string) => void;
  readonly onOpenQuery: (sql: string, name: string) => void;
}

/** Databases, schemas, tables and columns; a double press inserts a name, the menu does the rest. */
export function SchemaTree(props: SchemaTreeProps) {
  const t = useT();
  const tab = useActiveTab();
  const databases = useDatabases();
  const isWithoutDatabases = databases.length === 0;
  // One that is gone has no tables to ask for: another is chosen above.
  const database = databases.find(({ id }) => id === tab?.dbId);
  const tree = useTree(database?.id ?? null, {
    ...{ catalog: tab?.catalog ?? null, chosen: tab?.schema, own: database?.default_schema },
  });
  const isBusy = tree.isLoading || tree.isSearching;
  return (
    <aside className={styles.tree} aria-label={t('Tables')}>
      <div className={styles.head}>
        <DatabasePicker />
        <SearchInput label={t('Search tables and columns')} value={tree.search} onChange={tree.setSearch} />
      </div>
      {tree.isLoading || (tree.isSearching && tree.rows.length === 0) ? <ListSkeleton rows={10} /> : null}
      {tree.error ? (
        <div className={styles.note}>
          <LoadFailureBox title={t('The schemas could not be read')} error={tree.error} onRetry={tree.retry} />
        </div>
      ) : null}
      {tree.searchError ? (
        <div className={styles.note}>
          <LoadFailureBox title={t('The search failed')} error={tree.searchError} onRetry={tree.searchAgain} />
        </div>
      ) : null}
      {isWithoutDatabases ? <NoDatabases /> : null}
      {!isWithoutDatabases && !isBusy && !tree.error && !tree.searchError && tree.rows.length === 0 ? (
        <EmptyState
          size="small"
          title={tree.search ? t('Nothing found') : t('No tables')}
          text={tree.search ? t('No table or column has this in its name.') : t('Choose a database that has tables.')}
        />
      ) : null}
      <TreeRows
        {...{ rows: tree.rows, toggle: tree.toggle, loadMore: tree.loadMore, readAgain: tree.readAgain }}
        {...props}
      />
    </aside>
  );
}

function DatabasePicker() {
  const t = useT();
  const session = useEditorSession();
  const client = useQueryClient();
  const databases = useDatabases();
  const tab = useActiveTab();
  const current = databases.find((database) => database.id === tab?.dbId);
  const items: readonly MenuEntry[] = [
    ...databases.map((database) => ({
      key: String(database.id),
      label: database.database_name,
      hint: database.opening_problem === null ? database.backend_name : t('Cannot be opened here'),
      isChecked: database.id === tab?.dbId,
      onSelect: () => tab && session.change(tab.id, { dbId: database.id, catalog: null, schema: null }),
    })),
    { kind: 'rule', key: 'rule' },
    {
      key: 'refresh',
      label: t('Refresh tables'),
      icon: ReloadOutlined,
      isDisabled: !current,
      onSelect: () => void (current && refreshTree(client, current.id)),
    },
  ];
  return (
    <MenuButton
      label={t('Database')}
      items={items}
      trigger={
        <button
          type="button"
          className={classNames(well.middle, styles.database)}
          aria-label={[t('Database'), current?.database_name ?? t('Select a database'), current?.backend_name]
            .filter(Boolean)
            .join(' ')}
        >
          <Icon of={DatabaseOutlined} />
          <span dir="auto" className={classNames(parts.strong, textRoles.truncated)}>
            {current?.database_name ?? t('Select a database')}
          </span>{' '}
          <span className={classNames(parts.quiet, styles.engine, textRoles.truncated)}>{current?.backend_name}</span>
          <span className={parts.end}>
            <Icon of={DownOutlined} size={10} />
          </span>
        </button>
      }
    />
  );
}

interface RowsProps extends SchemaTreeProps {
  readonly rows: readonly TreeRow[];
  readonly toggle: (key: string) => void;
  /** Reads the next tables of a schema, or the next part of what was found. */
  readonly loadMore: (schema: string | null) => void;
  /** Asks once more for what of a schema did not come. */
  readonly readAgain: (schema: string) => void;
}

function TreeRows({ rows, ...rest }: RowsProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const height = rowHeight[useMedia('(max-width: 767px)') ? 'finger' : 'pointer'];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was measured before is of other rows
  useEffect(() => virtual.measure(), [height]);
  return (
    <div ref={scroller} className={styles.scroll}>
      <div role="tree" aria-label={t('Tables')} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div key={row.key} className={styles.place} style={{ transform: `translateY(${start}px)` }}>
              <Row row={row} {...rest} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [
    ...(event.currentTarget.closest('[role=tree]')?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? []),
  ];
  const ordered = rows.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top);
  const at = ordered.indexOf(event.currentTarget);
  event.preventDefault();
  ordered[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

type RowProps = Omit<RowsProps, 'rows'> & { readonly row: TreeRow };

function Row({ row, toggle, loadMore, readAgain, onInsert, onOpenQuery }: RowProps) {
  const t = useT();
  const tableName = useTableNames('schema' in row ? (row.schema ?? '') : '');
  if (row.kind === 'loading') return <QuietRow start={12 + row.depth * 18}>{t('Loading...')}</QuietRow>;
  if (row.kind === 'empty') return <QuietRow start={30}>{t('No tables')}</QuietRow>;
  if (row.kind === 'column') return <ColumnRow row={row} onInsert={onInsert} />;
  if (row.kind === 'index') return <IndexRow row={row} />;
  if (row.kind === 'failed') return <FailedRow error={row.error} onRetry={() => readAgain(row.schema)} />;
  if (row.kind === 'more') return <MoreRow left={row.left} onShown={() => loadMore(row.schema)} />;
  const isSchema = row.kind === 'schema';
  const name = isSchema ? row.schema : row.table.value;
  return (
    <div
      role="treeitem"
      aria-expanded={row.isOpen}
      aria-label={name}
      aria-description={isSchema ? schemaCount(row.count, t) : tableCount(row.table, t)}
      tabIndex={0}
      className={styles.row}
      style={{ paddingInlineStart: isSchema ? 12 : 28 }}
      onClick={() => toggle(row.key)}
      onDoubleClick={() => onInsert(isSchema ? quoteName(name, reservedWords) : tableName(name))}
      onKeyDown={(event) => {
        moveInTree(event);
        const wants = { ArrowRight: !row.isOpen, ArrowLeft: row.isOpen, Enter: true, ' ': true }[readingKey(event.key)];
        if (wants && event.target === event.currentTarget) {
          event.preventDefault();
          toggle(row.key);
        }
      }}
    >
      <span className={styles.caret}>
        <Icon of={row.isOpen ? DownOutlined : RightOutlined} size={10} />
      </span>
      <span className={styles.icon}>
        <Icon of={isSchema ? DatabaseOutlined : tableIcon(row.table.type)} size={14} />
      </span>
      <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
        {name}
      </span>
      {/* Drawn by the style sheet: the row's description says it to those who listen. */}
      <span className={styles.end} data-count={isSchema ? schemaCount(row.count, t) : tableCount(row.table, t)} />
      {row.kind === 'table' ? (
        <TableMenu schema={row.schema} table={row.table.value} onInsert={onInsert} onOpenQuery={onOpenQuery} />
      ) : null}
    </div>
  );
}

function tableIcon(type: 'table' | 'view') {
  return type === 'view' ? EyeOutlined : TableOutlined;
}

function schemaCount(count: number | null, t: ReturnType<typeof useT>): string {
  if (count === null || count === 0) return '';
  return count === 1 ? t('1 table') : t('{{count}} tables', { count });
}

function tableCount(
  table: { readonly type: string; readonly extra: Readonly<Record<string, unknown>> | null },
  t: ReturnType<typeof useT>,
): string {
  if (table.type === 'view') return t('view');
  const count = table.extra?.row_count;
  return typeof count === 'number' ? formatShort(count) : '';
}

type ColumnRowOf = Extract<TreeRow, { kind: 'column' }>;

function ColumnRow({ row, onInsert }: { readonly row: ColumnRowOf; readonly onInsert: (text: string) => void }) {
  const t = useT();
  const { column, isKey, refersTo } = row;
  const insert = () => onInsert(quoteName(column.name, reservedWords));
  return (
    <div
      role="treeitem"
      tabIndex={0}
      className={classNames(styles.row, styles.column)}
      style={{ paddingInlineStart: 64 }}
      title={column.comment ?? column.longType}
      onDoubleClick={insert}
      onKeyDown={(event) => {
        moveInTree(event);
        if (event.key === 'Enter') insert();
      }}
    >
      <span className={styles.icon}>
        <TypeIcon type={columnTypeOf(column.type_generic)} size={14} />
      </span>
      <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
        {column.name}
      </span>
      {refersTo ? (
        <span dir="auto" className={classNames(styles.refers, textRoles.truncated)}>
          → {refersTo}
        </span>
      ) : null}
      {isKey ? (
        <span className={styles.key} title={t('Primary key')}>
          <Icon of={KeyOutlined} size={12} />
        </span>
      ) : null}
      <span className={classNames(styles.end, styles.type)}>{column.type}</span>
    </div>
  );
}

type IndexRowOf = Extract<TreeRow, { kind: 'index' }>;

function IndexRow({ row }: { readonly row: IndexRowOf }) {
  const t = useT();
  return (
    <div
      role="treeitem"
      tabIndex={0}
      className={classNames(styles.row, styles.column)}
      style={{ paddingInlineStart: 64 }}
      onKeyDown={moveInTree}
    >
      <span className={styles.icon}>
        <Icon of={NodeIndexOutlined} size={14} />
      </span>
      <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
        {row.name}
      </span>
      <span dir="auto" className={classNames(styles.refers, textRoles.truncated)}>
        {row.columns.join(', ')}
      </span>
      <span className={styles.end}>{row.isUnique ? t('unique') : t('index')}</span>
    </div>
  );
}

interface QuietRowProps {
  /** In pixels. */
  readonly start: number;
  readonly children: string;
}

function QuietRow({ start, children }: QuietRowProps) {
  return (
    <div className={classNames(styles.row, parts.quiet)} style={{ paddingInlineStart: start }}>
      {children}
    </div>
  );
}

/** The end of what was read so far: whoever sees it wants more. */
function MoreRow({ left, onShown }: { readonly left: number; readonly onShown: () => void }) {
  const t = useT();
  useEffect(onShown);
  return <QuietRow start={28}>{t('{{count}} more tables', { count: left })}</QuietRow>;
}

function FailedRow({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useT();
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      className={styles.row}
      style={{ paddingInlineStart: 28 }}
      title={errorText(error)}
    >
      <span className={classNames(styles.name, textRoles.truncated)}>{t('Could not be read')}</span>
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
