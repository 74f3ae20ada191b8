import { EyeOutlined, KeyOutlined, PlayCircleOutlined } from '@ant-design/icons-svg';
import type { TableMetadata } from '@powerset/contract';
import { Button, CodeView, Icon, ListSkeleton, Modal, TypeIcon } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { columnTypeOf, foundTablesQuery, tableQuery } from '../../../databases/index.ts';
import { rowCountText, useT } from '../../../i18n/index.ts';
import { formatBytes, formatCount } from '../numbers.ts';
import styles from './TableDetails.module.css';
import { referredColumn } from './tree-rows.ts';

interface TableDetailsProps {
  readonly dbId: number;
  readonly catalog: string | null;
  readonly schema: string;
  readonly table: string;
  /** Null where rows of tables are not shown. */
  readonly onPreview: (() => void) | null;
  readonly onSelect: () => void;
  readonly onClose: () => void;
}

/** What is known of a table: its columns, keys, indexes, comments and size, and the query of a view. */
export function TableDetails({ dbId, catalog, schema, table, onPreview, onSelect, onClose }: TableDetailsProps) {
  const t = useT();
  const metadata = useQuery(tableQuery({ dbId, catalog, schema, table }));
  const found = useQuery(foundTablesQuery({ dbId, catalog, schema }, table));
  const listed = found.data?.find(({ value }) => value === table);
  const rows = listed?.extra?.row_count;
  const facts = [
    listed?.type === 'view' ? t('view') : null,
    typeof rows === 'number' ? rowCountText(rows, formatCount(rows)) : null,
    metadata.data?.size_bytes ? formatBytes(metadata.data.size_bytes) : null,
    metadata.data ? t('{{count}} columns', { count: metadata.data.columns.length }) : null,
  ].filter((fact) => fact !== null);
  const andClose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Modal
      title={`${schema}.${table}`}
      width={800}
      onClose={onClose}
      foot={
        <>
          {onPreview ? (
            <Button icon={EyeOutlined} onClick={andClose(onPreview)}>
              {t('Preview data')}
            </Button>
          ) : null}
          <Button kind="primary" icon={PlayCircleOutlined} onClick={andClose(onSelect)}>
            {t('Select all columns')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {metadata.error ? (
          <LoadFailureBox
            title={t('The table could not be read')}
            error={metadata.error}
            onRetry={() => void metadata.refetch()}
          />
        ) : null}
        {metadata.isPending ? <ListSkeleton rows={8} /> : null}
        {metadata.data ? <Facts metadata={metadata.data} /> : null}
      </div>
    </Modal>
  );
}

function Facts({ metadata }: { readonly metadata: TableMetadata }) {
  const t = useT();
  const { columns, indexes, comment, definition } = metadata;
  return (
    <>
      {comment ? <p className={styles.comment}>{comment}</p> : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th>{t('Column')}</th>
            <th>{t('Type')}</th>
            <th>{t('Key')}</th>
            <th>{t('Comment')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <td>
                <span className={styles.name}>
                  <TypeIcon type={columnTypeOf(column.type_generic)} size={14} /> {column.name}
                </span>
              </td>
              <td className={styles.code}>{column.longType}</td>
              <td>
                <ColumnKeys column={column} />
              </td>
              <td className={styles.quiet}>{column.comment}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {indexes.length > 0 ? (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>{t('Index')}</th>
              <th>{t('Columns')}</th>
              <th>{t('Kind')}</th>
            </tr>
          </thead>
          <tbody>
            {indexes.map(({ name, column_names: names, type }) => (
              <tr key={`${name} ${names.join()}`}>
                <td>{name}</td>
                <td className={styles.code}>{names.join(', ')}</td>
                <td>{type === 'unique' ? t('unique') : t('index')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {definition ? (
        <section className={styles.definition} aria-label={t('Definition')}>
          <h3>{t('Definition')}</h3>
          <CodeView code={definition} label={t('Definition')} />
        </section>
      ) : null}
    </>
  );
}

function ColumnKeys({ column }: { readonly column: TableMetadata['columns'][number] }) {
  const t = useT();
  const refersTo = referredColumn(column);
  return (
    <>
      {column.keys.some(({ type }) => type === 'pk') ? (
        <span className={styles.name}>
          <Icon of={KeyOutlined} size={12} /> {t('Primary key')}
        </span>
      ) : null}
      {refersTo ? <div className={styles.quiet}>→ {refersTo}</div> : null}
    </>
  );
}
