import { DeleteOutlined, EllipsisOutlined, ExportOutlined } from '@ant-design/icons';
import { IconButton, MenuButton, type MenuEntry } from '@powerset/ui';
import { exportUrl } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import type { ListDefinition, RowAction } from './list-definition.ts';
import type { ListPageModel } from './use-list-page.ts';

interface RowActionsProps<Row extends { readonly id: number }> {
  readonly row: Row;
  readonly definition: ListDefinition<Row>;
  readonly model: ListPageModel<Row>;
  readonly onDelete: (rows: readonly Row[]) => void;
  /** Only the menu: for cards. */
  readonly isCompact?: boolean;
}

function useRowActions<Row extends { readonly id: number }>({
  row,
  definition,
  model,
  onDelete,
}: RowActionsProps<Row>): readonly RowAction[] {
  const t = useT();
  const { context } = model;
  const own = definition.actions?.(row, context) ?? [];
  const exports =
    definition.hasExport && context.can('can_export')
      ? [{ key: 'export', label: t('Export'), icon: ExportOutlined, href: exportUrl(definition.resource, [row.id]) }]
      : [];
  return [...own, ...exports, ...deleteAction(row, { definition, model, onDelete }, t('Delete'))];
}

function deleteAction<Row extends { readonly id: number }>(
  row: Row,
  { definition, model, onDelete }: Pick<RowActionsProps<Row>, 'definition' | 'model' | 'onDelete'>,
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

/** What can be done with a row: icons while the pointer is on it, the same in a menu for keyboard and touch. */
export function RowActions<Row extends { readonly id: number }>(props: RowActionsProps<Row>) {
  const t = useT();
  const actions = useRowActions(props);
  if (actions.length === 0) return null;
  const name = props.definition.nameOf(props.row);
  return (
    <span className="ra">
      {props.isCompact ? null : (
        <span className="ra__quick" aria-hidden>
          {actions.slice(-3).map((action) => (
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
      <span className="ra__menu">
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
    </span>
  );
}
