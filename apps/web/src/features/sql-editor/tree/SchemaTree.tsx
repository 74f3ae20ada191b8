import {
  CaretRightOutlined,
  CopyOutlined,
  DatabaseOutlined,
  DownOutlined,
  EyeOutlined,
  KeyOutlined,
  MoreOutlined,
  PlayCircleOutlined,
  ReloadOutlined,
  RightOutlined,
  TableOutlined,
} from '@ant-design/icons';
import {
  Button,
  classNames,
  EmptyState,
  ErrorBox,
  Icon,
  IconButton,
  ListSkeleton,
  MenuButton,
  type MenuEntry,
  SearchInput,
  TypeIcon,
  textRoles,
  well,
} from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useRef } from 'react';
import { errorText } from '../../../api/index.ts';
import { quoteName, reservedWords } from '../../../controls/sql-text/index.ts';
import { columnTypeOf, refreshTree, schemasQuery, tableQuery } from '../../../databases/index.ts';
import { useT } from '../../../i18n/index.ts';
import { NoDatabases } from '../../../shell/index.ts';
import { useActiveTab, useDatabases, useEditorSession } from '../context.tsx';
import { formatShort } from '../numbers.ts';
import parts from '../parts.module.css';
import { currentSchemaOf, tableNameIn } from './current-schema.ts';
import styles from './SchemaTree.module.css';
import type { TreeRow } from './tree-rows.ts';
import { useTree } from './use-tree.ts';

const rowHeight = 27;

export interface SchemaTreeProps {
  readonly onInsert: (text: string) => void;
  readonly onOpenQuery: (sql: string, name: string) => void;
}

/** Databases, schemas, tables and columns; a double press inserts a name, the menu does the rest. */
export function SchemaTree(props: SchemaTreeProps) {
  const t = useT();
  const tab = useActiveTab();
  const isWithoutDatabases = useDatabases().length === 0;
  const tree = useTree(tab?.dbId ?? null, tab?.schema ?? null);
  return (
    <aside className={styles.tree} aria-label={t('Tables')}>
      <div className={styles.head}>
        <DatabasePicker />
        <SearchInput label={t('Search tables and columns')} value={tree.search} onChange={tree.setSearch} />
      </div>
      {tree.isLoading ? <ListSkeleton rows={10} /> : null}
      {tree.error ? (
        <div className={styles.note}>
          <ErrorBox
            title={t('The schemas could not be read')}
            text={errorText(tree.error)}
            actions={
              <Button size="small" onClick={tree.retry}>
                {t('Try again')}
              </Button>
            }
          />
        </div>
      ) : null}
      {isWithoutDatabases ? <NoDatabases /> : null}
      {!isWithoutDatabases && !tree.isLoading && !tree.error && tree.rows.length === 0 ? (
        <EmptyState
          size="small"
          title={tree.search ? t('Nothing found') : t('No tables')}
          text={tree.search ? t('No table or column has this in its name.') : t('Choose a database that has tables.')}
        />
      ) : null}
      <TreeRows rows={tree.rows} toggle={tree.toggle} {...props} />
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
      hint: database.backend_name,
      isChecked: database.id === tab?.dbId,
      onSelect: () => tab && session.change(tab.id, { dbId: database.id, schema: null }),
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
          <span className={classNames(parts.strong, textRoles.truncated)}>
            {current?.database_name ?? t('Select a database')}
          </span>{' '}
          <span className={parts.quiet}>{current?.backend_name}</span>
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
}

function TreeRows({ rows, ...rest }: RowsProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
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

/** Names of a schema's tables as the tab's SQL writes them. */
function useTableNames(schema: string): (table: string) => string {
  const tab = useActiveTab();
  const schemas = useQuery({ ...schemasQuery(tab?.dbId ?? 0), enabled: false }).data ?? [];
  const current = currentSchemaOf(tab?.schema, schemas);
  return (table) => tableNameIn(current, { schema, table });
}

function Row({ row, toggle, onInsert, onOpenQuery }: RowProps) {
  const t = useT();
  const tableName = useTableNames('schema' in row ? row.schema : '');
  if (row.kind === 'loading')
    return (
      <div className={classNames(styles.row, parts.quiet)} style={{ paddingInlineStart: 12 + row.depth * 18 }}>
        {t('Loading...')}
      </div>
    );
  if (row.kind === 'column') return <ColumnRow row={row} onInsert={onInsert} />;
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
        const wants = { ArrowRight: !row.isOpen, ArrowLeft: row.isOpen, Enter: true, ' ': true }[event.key];
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
      <span className={classNames(styles.name, textRoles.truncated)}>{name}</span>
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
  const { column, isKey } = row;
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
      <span className={classNames(styles.name, textRoles.truncated)}>{column.name}</span>
      {isKey ? (
        <span className={styles.key} title={t('Primary key')}>
          <Icon of={KeyOutlined} size={12} />
        </span>
      ) : null}
      <span className={classNames(styles.end, styles.type)}>{column.type}</span>
    </div>
  );
}

interface TableMenuProps extends SchemaTreeProps {
  readonly schema: string;
  readonly table: string;
}

function TableMenu({ schema, table, onInsert, onOpenQuery }: TableMenuProps) {
  const t = useT();
  const session = useEditorSession();
  const client = useQueryClient();
  const tab = useActiveTab();
  const database = useDatabases().find((candidate) => candidate.id === tab?.dbId);
  const tableName = useTableNames(schema);
  const loadSelect = async () =>
    (await client.fetchQuery(tableQuery({ dbId: tab?.dbId ?? 0, schema, table }))).selectStar;
  const items: readonly MenuEntry[] = [
    {
      key: 'preview',
      label: t('Preview data'),
      icon: EyeOutlined,
      isDisabled: !tab || database?.disable_data_preview === true,
      onSelect: () => void (tab && session.preview(tab.id, { schema, name: table, loadSql: loadSelect })),
    },
    {
      key: 'select',
      label: t('Select all columns'),
      icon: PlayCircleOutlined,
      onSelect: () => void loadSelect().then((sql) => onOpenQuery(sql, table)),
    },
    {
      key: 'insert',
      label: t('Insert name'),
      icon: CaretRightOutlined,
      onSelect: () => onInsert(tableName(table)),
    },
    {
      key: 'copy',
      label: t('Copy SELECT statement'),
      icon: CopyOutlined,
      onSelect: () => void loadSelect().then((sql) => navigator.clipboard.writeText(sql)),
    },
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses of the menu from folding the row
    <span
      role="presentation"
      className={styles.menu}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MenuButton
        label={t('Actions on {{name}}', { name: table })}
        items={items}
        trigger={
          <IconButton
            icon={MoreOutlined}
            size="small"
            label={t('Actions on {{name}}', { name: table })}
            hasTooltip={false}
          />
        }
      />
    </span>
  );
}
