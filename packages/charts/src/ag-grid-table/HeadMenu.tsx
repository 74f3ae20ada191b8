import { msg } from '@powerset/chart-kit';
import { MenuButton, type MenuEntry } from '@powerset/ui';
import { groupOf } from '../shared/table-layout.ts';
import type { TableState } from '../shared/use-table-state.ts';
import styles from './Grid.module.css';
import type { PlacedColumn } from './places.ts';

interface HeadMenuProps {
  readonly placed: PlacedColumn;
  readonly state: TableState;
  readonly groups: readonly string[];
  readonly translate: (text: string, values?: Readonly<Record<string, unknown>>) => string;
}

/** What can be done with a column, for keys and fingers too. */
export function HeadMenu({ placed, state, groups, translate }: HeadMenuProps) {
  const { label } = placed.drawn.column;
  const title = translate('Column {{name}}', { name: label });
  return (
    <MenuButton
      label={title}
      placement="bottom-end"
      trigger={
        <button type="button" className={styles.more} aria-label={title} data-not-drawn>
          ⋮
        </button>
      }
      items={entriesOf({ placed, state, groups, translate })}
    />
  );
}

function entriesOf({ placed, state, groups, translate }: HeadMenuProps): readonly MenuEntry[] {
  const { column } = placed.drawn;
  const group = groupOf(column);
  const isPinned = placed.pinnedAt !== null;
  const [before, after] = [groups[groups.indexOf(group) - 1], groups[groups.indexOf(group) + 1]];
  const sort = state.sortBy.find(({ key }) => key === column.name);
  const others = state.sortBy.filter(({ key }) => key !== column.name);
  const sorting = (key: string, text: string, desc: boolean): MenuEntry => ({
    key,
    label: translate(text),
    isChecked: sort?.desc === desc,
    onSelect: () => state.setSorts([...others, { key: column.name, desc }]),
  });
  return [
    sorting('ascending', msg('Sort ascending'), false),
    sorting('descending', msg('Sort descending'), true),
    { key: 'unsorted', label: translate('Do not sort'), isDisabled: !sort, onSelect: () => state.setSorts(others) },
    { kind: 'rule', key: 'places' },
    {
      key: 'pin',
      label: translate('Keep in sight'),
      isChecked: isPinned,
      onSelect: () => state.pin(group, !isPinned),
    },
    {
      key: 'left',
      label: translate('Move left'),
      isDisabled: before === undefined,
      onSelect: () => before !== undefined && state.move(groups, group, before),
    },
    {
      key: 'right',
      label: translate('Move right'),
      isDisabled: after === undefined,
      onSelect: () => after !== undefined && state.move(groups, group, after),
    },
    { key: 'reset', label: translate('Columns as they were'), onSelect: state.resetLayout },
  ];
}
