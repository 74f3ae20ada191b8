import { Menu, type MenuProps } from '@powerset/ui';
import { useRef } from 'react';
import { createPortal } from 'react-dom';

interface PointMenuProps extends Omit<MenuProps, 'anchor'> {
  readonly at: { readonly clientX: number; readonly clientY: number };
}

/** A menu at a point of the window, wherever the element is that asked for it. */
export function PointMenu({ at, ...menu }: PointMenuProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  return (
    <>
      {createPortal(
        <span
          ref={anchor}
          aria-hidden="true"
          style={{ position: 'fixed', left: at.clientX, top: at.clientY, width: 1, height: 1 }}
        />,
        document.body,
      )}
      <Menu {...menu} anchor={anchor} />
    </>
  );
}
