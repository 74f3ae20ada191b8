import { DeleteOutlined, EllipsisOutlined, ExportOutlined } from '@ant-design/icons-svg';
import { IconButton, MenuButton, type MenuEntry } from '@powerset/ui';
import { exportUrl, type ResourceEndpoints, type RowOf } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import styles from './RowActions.module.css';
import type { ListPageModel } from './use-list-page.ts';

interface RowActionsProps<T extends ResourceEndpoints> {
  readonly row: RowOf<T>;
  readonly definition: ListDefinition<T>;
  readonly model: ListPageModel<T>;
  readonly onDelete: (rows: readonly RowOf<T>[]) => void;
  /** Only the menu: for cards. */
  readonly isCompact?: boolean;
}

function useRowActions<T extends ResourceEndpoints>({
  row,
  definition,
  model,
  onDelete,
}: RowActionsProps<T>): readonly RowAction[] {
  const t = useT();
  const { context } = model;
  const own = definition.actions?.(row, context) ?? [];
  const exports =
    definition.hasExport && context.can('can_export')
      ? [{ key: 'export', label: t('Export'), icon: ExportOutlined, href: exportUrl(definition.resource, [row.id]) }]
      : [];
  return [...own, ...exports, ...deleteAction(row, { definition, model, onDelete }, t('Delete'))];
}

function deleteAction<T extends ResourceEndpoints>(
  row: RowOf<T>,
  { definition, model, onDelete }: Pick<RowActionsProps<T>, 'definition' | 'model' | 'onDelete'>,
  label: string,
): readonly RowAction[] {
  const { context } = model;
  if (!definition.deleteRefusal || !context.can('can_write')) return [];
  const refusal = definition.deleteRefusal(row, context);
  const shared = { key: 'delete', label, icon: DeleteOutlined, isDanger: true } as const;
  if (refusal !== null) return [{ ...shared, isDisabled: true, tooltip: refusal }];
  return [{ ...shared, onSelect: () => onDelete([row]) }];
}

function withRule(actions: readonly RowAction[]): readonly MenuEntry[] {
  const at = actions.findIndex((action) => action.isDanger);
  if (at <= 0) return actions;
  return [...actions.slice(0, at), { kind: 'rule', key: 'rule' }, ...actions.slice(at)];
}

/** What can be done with a row: a menu that never moves, and beside it icons of what harms nothing, seen while the pointer is on the row. */
export function RowActions<T extends ResourceEndpoints>(props: RowActionsProps<T>) {
  const t = useT();
  const actions = useRowActions(props);
  if (actions.length === 0) return null;
  const name = props.definition.nameOf(props.row);
  // What deletes is in the menu alone: it takes a look and a second press.
  const quick = actions.filter((action) => !action.isDanger).slice(-3);
  return (
    <span className={styles.actions}>
      {props.isCompact ? null : (
        <span className={styles.quick} aria-hidden>
          {quick.map((action) => (
            <IconButton
              key={action.key}
              icon={action.icon}
              size="small"
              label={action.tooltip ?? action.label}
              isDisabled={action.isDisabled}
              href={action.href}
              onClick={action.onSelect}
              tabIndex={-1}
            />
          ))}
        </span>
      )}
      <MenuButton
        label={t('Actions for {{name}}', { name })}
        items={withRule(actions)}
        placement="bottom-end"
        trigger={
          <IconButton
            icon={EllipsisOutlined}
            size="small"
            label={t('Actions for {{name}}', { name })}
            hasTooltip={false}
          />
        }
      />
    </span>
  );
}
