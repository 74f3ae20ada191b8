import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { CountBadge } from '../display/Badge.tsx';
import { Icon, type IconType } from '../display/Icon.tsx';
import { readingKey } from '../layout/direction.ts';
import styles from './Tabs.module.css';

export interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: ReactNode;
  readonly icon?: IconType;
  readonly count?: number;
  /** Id of the panel it shows. */
  readonly panelId?: string;
}

export interface TabsProps<Key extends string> {
  readonly items: readonly TabItem<Key>[];
  readonly active: Key;
  readonly onChange: (key: Key) => void;
  readonly label: string;
  readonly className?: string;
  /** A further class of a tab's button. */
  readonly tabClass?: (isActive: boolean) => string;
}

/** Moves among siblings with the arrow keys; returns the index to stand on, or undefined for other keys. */
export function arrowTarget(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

interface Siblings<Key extends string> {
  readonly keys: readonly Key[];
  readonly active: Key;
  readonly onChange: (key: Key) => void;
}

function onArrows<Key extends string>(
  event: KeyboardEvent<HTMLElement>,
  { keys, active, onChange }: Siblings<Key>,
): void {
  const target = arrowTarget(readingKey(event.key), keys.indexOf(active), keys.length);
  const key = target === undefined ? undefined : keys[target];
  if (key === undefined || target === undefined) return;
  event.preventDefault();
  onChange(key);
  event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"],[role="radio"]')[target]?.focus();
}

/** Letters beyond which a name may be cut, so that its whole is told. */
const longLabel = 24;

function TabLabel({ text }: { readonly text: string }) {
  return (
    <span dir="auto" className={styles.label} title={text.length > longLabel ? text : undefined}>
      {text}
    </span>
  );
}

/** Views that take turns in one place; arrows move. */
export function Tabs<Key extends string>({ items, active, onChange, label, className, tabClass }: TabsProps<Key>) {
  const keys = items.map((item) => item.key);
  return (
    <div
      role="tablist"
      aria-label={label}
      className={classNames(styles.tabs, className)}
      onKeyDown={(event) => onArrows(event, { keys, active, onChange })}
    >
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="tab"
          className={classNames(styles.tab, tabClass?.(item.key === active))}
          aria-selected={item.key === active}
          aria-controls={item.panelId}
          tabIndex={item.key === active ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          {item.icon ? <Icon of={item.icon} /> : null}
          {typeof item.label === 'string' ? <TabLabel text={item.label} /> : item.label}
          {item.count === undefined ? null : <CountBadge count={item.count} />}
        </button>
      ))}
    </div>
  );
}

export interface SegmentedProps<Key extends string> {
  readonly items: readonly { readonly key: Key; readonly label: ReactNode; readonly icon?: IconType }[];
  readonly active: Key;
  readonly onChange: (key: Key) => void;
  readonly label: string;
  readonly isBlock?: boolean;
}

/** Two to five exclusive views. */
export function Segmented<Key extends string>(props: SegmentedProps<Key>) {
  const { items, active, onChange, label, isBlock } = props;
  const keys = items.map((item) => item.key);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames(styles.segments, isBlock && styles.block)}
      onKeyDown={(event) => onArrows(event, { keys, active, onChange })}
    >
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: segments are buttons in looks and press
        <button
          key={item.key}
          type="button"
          role="radio"
          className={styles.segment}
          aria-checked={item.key === active}
          tabIndex={item.key === active ? 0 : -1}
          onClick={() => onChange(item.key)}
        >
          {item.icon ? <Icon of={item.icon} /> : null}
          {item.label}
        </button>
      ))}
    </div>
  );
}
