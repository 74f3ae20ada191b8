import {
  CaretRightOutlined,
  CopyOutlined,
  EyeOutlined,
  InfoCircleOutlined,
  MoreOutlined,
  PlayCircleOutlined,
} from '@ant-design/icons-svg';
import { copyText, IconButton, MenuButton, type MenuEntry } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { schemasQuery, tableQuery } from '../../../databases/index.ts';
import { useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { useActiveTab, useDatabases, useEditorSession } from '../context.tsx';
import { currentSchemaOf, tableNameIn } from './current-schema.ts';
import styles from './SchemaTree.module.css';

const TableDetails = lazyPart(async () => (await import('./TableDetails.tsx')).TableDetails);

/** Names of a schema's tables as the tab's SQL writes them. */
export function useTableNames(schema: string): (table: string) => string {
  const tab = useActiveTab();
  const schemas = useQuery({ ...schemasQuery(tab?.dbId ?? 0, tab?.catalog), enabled: false }).data ?? [];
  const own = useDatabases().find(({ id }) => id === tab?.dbId)?.default_schema;
  const current = currentSchemaOf(tab?.schema, { names: schemas, own });
  return (table) => tableNameIn(current, { schema, table });
}

interface TableMenuProps {
  readonly onInsert: (text: string) => void;
  readonly onOpenQuery: (sql: string, name: string) => void;
  readonly schema: string;
  readonly table: string;
}

/** What can be done with a table of the tree. */
export function TableMenu({ schema, table, onInsert, onOpenQuery }: TableMenuProps) {
  const t = useT();
  const session = useEditorSession();
  const client = useQueryClient();
  const tab = useActiveTab();
  const database = useDatabases().find((candidate) => candidate.id === tab?.dbId);
  const tableName = useTableNames(schema);
  const catalog = tab?.catalog ?? null;
  const loadSelect = async () =>
    (await client.fetchQuery(tableQuery({ dbId: tab?.dbId ?? 0, catalog, schema, table }))).selectStar;
  const [isDetailed, setIsDetailed] = useState(false);
  const preview = () => void (tab && session.preview(tab.id, { catalog, schema, name: table, loadSql: loadSelect }));
  const select = () => void loadSelect().then((sql) => onOpenQuery(sql, table));
  const canPreview = tab !== undefined && database?.disable_data_preview !== true;
  const items: readonly MenuEntry[] = [
    { key: 'details', label: t('Details'), icon: InfoCircleOutlined, onSelect: () => setIsDetailed(true) },
    {
      key: 'preview',
      label: t('Preview data'),
      icon: EyeOutlined,
      isDisabled: !canPreview,
      onSelect: preview,
    },
    {
      key: 'select',
      label: t('Select all columns'),
      icon: PlayCircleOutlined,
      onSelect: select,
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
      onSelect: () => void loadSelect().then((sql) => copyText(sql)),
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
      {isDetailed && tab?.dbId ? (
        <Suspense fallback={null}>
          <TableDetails
            dbId={tab.dbId}
            catalog={catalog}
            schema={schema}
            table={table}
            onPreview={canPreview ? preview : null}
            onSelect={select}
            onClose={() => setIsDetailed(false)}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
