import { CheckOutlined, RightOutlined } from '@ant-design/icons-svg';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from '../display/Icon.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { readingKey } from '../layout/direction.ts';
import { UiLink } from '../link.tsx';
import { Floating } from './Floating.tsx';
import styles from './Menu.module.css';
import type { Placement } from './place.ts';
import { Tooltip } from './Tooltip.tsx';

export interface MenuAction {
  readonly key: string;
  readonly label: string;
  readonly icon?: IconType;
  /** Quiet text at the right: a value, or keys when `isKeys` is set. */
  readonly hint?: string;
  readonly isKeys?: boolean;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** Why it cannot be chosen, or what it does. */
  readonly tooltip?: string;
  /** Shows a tick: one of several choices, or a switch. */
  readonly isChecked?: boolean;
  readonly href?: string;
  readonly onSelect?: () => void;
  readonly items?: readonly MenuEntry[];
}

export type MenuEntry =
  | MenuAction
  | { readonly kind: 'rule'; readonly key: string }
  | { readonly kind: 'heading'; readonly key: string; readonly label: string };

export interface MenuProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly items: readonly MenuEntry[];
  readonly onClose: () => void;
  /** Called when an entry was chosen, also deep in a submenu; closes by default. */
  readonly onChoose?: () => void;
  readonly label: string;
  readonly placement?: Placement;
  readonly head?: ReactNode;
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // Also what cannot be chosen: how else would the keyboard come to the reason?
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const at = stops.findIndex((stop) => stop.contains(document.activeElement));
  const target = nextStop(event.key, stops, at);
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}

function nextStop(key: string, stops: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return stops[(at + 1) % stops.length];
  if (key === 'ArrowUp') return stops[(at - 1 + stops.length) % stops.length];
  if (key === 'Home') return stops[0];
  if (key === 'End') return stops.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const rotated = [...stops.slice(at + 1), ...stops.slice(0, at + 1)];
  return rotated.find((stop) => stop.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}

/** A list of actions beside an anchor: arrows, Home, End and first letters move, Enter chooses, Esc closes; what cannot be chosen tells why. */
export function Menu({ anchor, items, onClose, onChoose = onClose, label, placement, head }: MenuProps) {
  return (
    <Floating anchor={anchor} onClose={onClose} role="menu" label={label} placement={placement} className={styles.menu}>
      <div role="none" onKeyDown={moveFocus}>
        {head}
        {items.map((item) => (
          <MenuRow key={item.key} item={item} onChoose={onChoose} />
        ))}
      </div>
    </Floating>
  );
}

function MenuRow({ item, onChoose }: { item: MenuEntry; onChoose: () => void }) {
  if ('kind' in item) {
    if (item.kind === 'rule') return <hr className={styles.rule} />;
    return (
      <div role="presentation" className={styles.heading}>
        {item.label}
      </div>
    );
  }
  if (item.items) return <SubMenu item={item} items={item.items} onChoose={onChoose} />;
  return <MenuLeaf item={item} onChoose={onChoose} />;
}

function MenuLeaf({ item, onChoose }: { item: MenuAction; onChoose: () => void }) {
  const role = item.isChecked === undefined ? 'menuitem' : 'menuitemradio';
  const shared = {
    role,
    'aria-checked': item.isChecked,
    'aria-disabled': item.isDisabled || undefined,
    className: classNames(styles.item, item.isDanger && styles.danger),
    onClick: () => {
      if (item.isDisabled) return;
      onChoose();
      item.onSelect?.();
    },
  };
  if (item.href !== undefined && !item.isDisabled)
    return (
      <UiLink {...shared} href={item.href}>
        <MenuContent item={item} />
      </UiLink>
    );
  const button = (
    <button type="button" {...shared}>
      <MenuContent item={item} />
    </button>
  );
  return item.tooltip ? (
    <Tooltip text={item.tooltip} placement="left-start">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

/** Letters beyond which an entry may be cut, so that its whole is told. */
const longLabel = 32;

function MenuContent({ item }: { item: MenuAction }) {
  return (
    <>
      {item.icon ? <Icon of={item.icon} /> : null}
      <span className={styles.label} title={item.label.length > longLabel ? item.label : undefined}>
        {item.label}
      </span>
      {item.hint ? <span className={styles.hint}>{item.isKeys ? <Kbd keys={item.hint} /> : item.hint}</span> : null}
      {item.isChecked ? (
        <span className={styles.hint}>
          <Icon of={CheckOutlined} size={12} color="var(--accent-text)" />
        </span>
      ) : null}
      {item.items ? (
        <span className={styles.hint}>
          <Icon of={RightOutlined} size={10} />
        </span>
      ) : null}
    </>
  );
}

function SubMenu({ item, items, onChoose }: { item: MenuAction; items: readonly MenuEntry[]; onChoose: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="menuitem"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        className={classNames(styles.item, isOpen && styles.open)}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (readingKey(event.key) === 'ArrowRight') setIsOpen(true);
        }}
      >
        <MenuContent item={item} />
      </button>
      {isOpen ? (
        <div role="none" onKeyDown={(event) => readingKey(event.key) === 'ArrowLeft' && setIsOpen(false)}>
          <Menu
            anchor={anchor}
            items={items}
            label={item.label}
            placement="right-start"
            onClose={() => setIsOpen(false)}
            onChoose={onChoose}
          />
        </div>
      ) : null}
    </>
  );
}

/** The looks of a menu's entry, for lists of choices that are no menu. */
export const menuEntry = styles.item;
