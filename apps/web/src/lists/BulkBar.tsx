import { DeleteOutlined, ExportOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Kbd, textRoles } from '@powerset/ui';
import { exportUrl, type ResourceEndpoints } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import { useShortcut } from '../shell/index.ts';
import styles from './BulkBar.module.css';
import type { ListViewProps } from './ListTable.tsx';

/** What can be done with everything that is selected. */
export function BulkBar<T extends ResourceEndpoints>({ definition, model, onDelete }: ListViewProps<T>) {
  const t = useT();
  const { selected, setSelected, list, context } = model;
  const rows = list.collection.filter((row) => selected.has(row.id));
  const deselect = () => setSelected(new Set());
  useShortcut({ keys: 'Escape', label: t('Deselect all'), group: definition.title, run: deselect });
  const { deleteRefusal } = definition;
  const deletable =
    deleteRefusal && context.can('can_write') ? rows.filter((row) => deleteRefusal(row, context) === null) : [];
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Selected')}>
      <span className={classNames(textRoles.medium, textRoles.numbers)} aria-live="polite">
        {t('{{count}} selected', { count: rows.length })}
      </span>
      <span className={styles.rule} />
      {definition.hasExport && context.can('can_export') ? (
        <Button
          kind="text"
          size="small"
          icon={ExportOutlined}
          href={exportUrl(
            definition.resource,
            rows.map((row) => row.id),
          )}
        >
          {t('Export')}
        </Button>
      ) : null}
      {definition.bulkActions?.(rows, context).map(({ key, label, icon, onSelect }) => (
        <Button key={key} kind="text" size="small" icon={icon} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {deletable.length > 0 ? (
        <Button kind="text-danger" size="small" icon={DeleteOutlined} onClick={() => onDelete(deletable)}>
          {deletable.length === rows.length
            ? t('Delete')
            : t('Delete {{count}} of {{total}}', { count: deletable.length, total: rows.length })}
        </Button>
      ) : null}
      <span className={styles.rule} />
      <Button kind="text" size="small" onClick={deselect}>
        {t('Deselect all')}
        <Kbd keys="Esc" />
      </Button>
    </div>
  );
}
