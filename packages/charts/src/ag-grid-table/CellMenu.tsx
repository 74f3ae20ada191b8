import { Menu } from '@powerset/ui';
import { useRef } from 'react';
import type { CellChoice } from './use-cell-range.ts';

interface CellMenuProps {
  readonly place: { readonly x: number; readonly y: number };
  readonly choice: CellChoice;
  readonly onFilter: (() => void) | undefined;
  readonly onClose: () => void;
  readonly translate: (text: string) => string;
}

/** What can be done with the cells that are chosen. */
export function CellMenu({ place, choice, onFilter, onClose, translate }: CellMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const filter = onFilter
    ? [{ key: 'filter', label: translate('Filter by this value'), onSelect: onFilter }, rule]
    : [];
  return (
    <>
      <span
        ref={anchor}
        aria-hidden="true"
        style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }}
      />
      <Menu
        anchor={anchor}
        label={translate('Cell actions')}
        onClose={onClose}
        items={[
          ...filter,
          {
            key: 'copy',
            label: translate('Copy as text'),
            hint: 'Ctrl C',
            isKeys: true,
            onSelect: () => choice.copy('text'),
          },
          { key: 'markdown', label: translate('Copy as Markdown'), onSelect: () => choice.copy('markdown') },
          { key: 'all', label: translate('Select all'), hint: 'Ctrl A', isKeys: true, onSelect: choice.selectAll },
        ]}
      />
    </>
  );
}

const rule = { kind: 'rule', key: 'filters' } as const;
