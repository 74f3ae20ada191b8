import { cloneElement, type ReactElement, type ReactNode, useRef, useState } from 'react';
import { Menu, type MenuEntry } from './Menu.tsx';
import type { TriggerProps } from './Popover.tsx';
import type { Placement } from './place.ts';

export interface MenuButtonProps {
  /** A `Button` or `IconButton`-like element that takes `ref`, `onClick` and the aria attributes. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly items: readonly MenuEntry[];
  readonly label: string;
  readonly placement?: Placement;
  readonly head?: ReactNode;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a menu. */
export function MenuButton({ trigger, items, label, placement, head, onOpenChange }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const setOpen = (next: boolean) => {
    setIsOpen(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
        'aria-haspopup': 'menu',
      })}
      {isOpen ? (
        <Menu
          anchor={anchor}
          items={items}
          label={label}
          placement={placement}
          head={head}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
