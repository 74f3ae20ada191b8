import { TableOutlined } from '@ant-design/icons-svg';
import type { TableMetadata } from '@powerset/contract';
import { Button, EmptyState, TableSkeleton, TypeIcon, textRoles } from '@powerset/ui';
import { columnTypeOf } from '../../databases/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, ErrorView } from '../../shell/index.ts';
import type { TableChoice } from './ChoiceFields.tsx';
import styles from './TableCard.module.css';

/** What is in the chosen table, and whether it is a dataset already. */
export function TableCard({ choice, existingId }: { choice: TableChoice; existingId: number | undefined }) {
  const t = useT();
  const { table } = choice.place;
  return (
    <section className={styles.card} aria-label={table ?? t('Table')}>
      {existingId === undefined ? null : (
        <div className={styles.hint} role="status">
          <span>{t('This table is a dataset already. A table has only one dataset.')}</span>
          <Button size="small" href={addresses.dataset(existingId)}>
            {t('View dataset')}
          </Button>
        </div>
      )}
      {table ? <h2>{table}</h2> : null}
      <CardBody choice={choice} />
    </section>
  );
}

function CardBody({ choice: { place, isBare, metadata } }: { choice: TableChoice }) {
  const t = useT();
  if (place.table === undefined) {
    return (
      <EmptyState
        className={styles.nothing}
        icon={TableOutlined}
        title={isBare ? t('There are no tables in this schema') : t('Choose a table')}
        text={isBare ? null : t('Its columns and their types are shown here.')}
      />
    );
  }
  if (metadata.error)
    return (
      <ErrorView
        error={metadata.error}
        title={t('The table could not be read')}
        actions={
          <Button size="small" onClick={() => void metadata.refetch()}>
            {t('Try again')}
          </Button>
        }
      />
    );
  if (!metadata.data) return <TableSkeleton columns={2} />;
  if (metadata.data.columns.length === 0)
    return <EmptyState className={styles.nothing} title={t('This table has no columns')} />;
  return <Columns columns={metadata.data.columns} />;
}

function Columns({ columns }: { columns: TableMetadata['columns'] }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={styles.columns} tabIndex={0} aria-label={t('Table columns')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Type')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <td>
                <span className={styles.name}>
                  <TypeIcon type={columnTypeOf(column.type_generic)} />
                  {column.name}
                </span>
              </td>
              <td className={textRoles.secondary}>{column.longType}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
