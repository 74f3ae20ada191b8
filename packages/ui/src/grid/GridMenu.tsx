import { useRef } from 'react';
import { Menu, type MenuEntry } from '../floating/Menu.tsx';
import { useUiTexts } from '../texts.tsx';
import type { MenuPlace } from './use-cell-menu.ts';
import type { GridSelecting } from './use-grid-selection.ts';

interface GridMenuProps {
  readonly place: MenuPlace;
  readonly actions: readonly MenuEntry[];
  readonly selection: GridSelecting;
  readonly onClose: () => void;
}

/** What can be done with a cell and with what is selected. */
export function GridMenu({ place, actions, selection, onClose }: GridMenuProps) {
  const texts = useUiTexts();
  const anchor = useRef<HTMLSpanElement>(null);
  const copies = (['csv', 'markdown', 'insert', 'in'] as const).map((format) => ({
    key: format,
    label: texts.copyFormats[format],
    onSelect: () => selection.copyAs(format),
  }));
  const items: readonly MenuEntry[] = [
    ...actions,
    ...(actions.length > 0 ? [{ kind: 'rule', key: 'actions' } as const] : []),
    { key: 'copy', label: texts.copy, hint: 'Ctrl C', isKeys: true, onSelect: () => selection.copyAs('text') },
    ...copies,
    { kind: 'rule', key: 'copies' },
    {
      key: 'row',
      label: texts.selectRow,
      hint: 'Shift Space',
      isKeys: true,
      onSelect: () => selection.pressRow(place.row, false),
    },
    {
      key: 'column',
      label: texts.selectColumn,
      hint: 'Ctrl Space',
      isKeys: true,
      onSelect: () => selection.pressColumn(place.column, false),
    },
    { key: 'all', label: texts.selectAll, hint: 'Ctrl A', isKeys: true, onSelect: selection.selectAll },
  ];
  return (
    <>
      <span
        ref={anchor}
        aria-hidden="true"
        style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }}
      />
      <Menu anchor={anchor} items={items} label={texts.cellActions} onClose={onClose} />
    </>
  );
}
