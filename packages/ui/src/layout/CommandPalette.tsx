import { SearchOutlined } from '@ant-design/icons-svg';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconType } from '../display/Icon.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { textRoles } from '../display/text-roles.ts';
import { useReturnedFocus } from '../floating/use-returned-focus.ts';
import styles from './CommandPalette.module.css';

export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconType;
  readonly onSelect: () => void;
}

export interface PaletteGroup {
  readonly key: string;
  readonly label: string;
  readonly items: readonly PaletteItem[];
}

export interface CommandPaletteProps {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  readonly groups: readonly PaletteGroup[];
  readonly onClose: () => void;
  readonly placeholder: string;
  /** Shown below the results: searching, nothing found, an error. */
  readonly note?: ReactNode;
}

/** Whatever the page draws meanwhile may take the focus; typing belongs to the palette as long as it is open. */
function useKeptFocus(field: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement !== field.current) field.current?.focus();
  });
}

/** The frame of the palette: a field, groups of results, arrows and Enter. What is found is the caller's. */
export function CommandPalette({ text, onTextChange, groups, onClose, placeholder, note }: CommandPaletteProps) {
  const [at, setAt] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const items = groups.flatMap((group) => group.items);
  const active = items[Math.min(at, items.length - 1)];
  useReturnedFocus(field);
  useKeptFocus(field);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.onSelect();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') setAt((now) => Math.min(now + 1, items.length - 1));
    else if (event.key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0));
    else if (event.key === 'Enter') choose(active);
    // The field is all that takes the focus.
    else if (event.key !== 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
  };
  return createPortal(
    <div className={styles.scrim} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <div role="dialog" aria-modal="true" aria-label={placeholder} className={styles.palette} onKeyDown={onKeyDown}>
        <div className={styles.field}>
          <Icon of={SearchOutlined} size={16} />
          <input
            ref={field}
            role="combobox"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active ? `${listId}-${active.key}` : undefined}
            aria-label={placeholder}
            placeholder={placeholder}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: the palette is opened in order to type
            autoFocus
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setAt(0);
              onTextChange(event.target.value);
            }}
          />
          <Kbd keys="Esc" />
        </div>
        <div ref={list} id={listId} role="listbox" aria-label={placeholder} className={styles.list}>
          {groups
            .filter((group) => group.items.length > 0)
            .map((group) => (
              <PaletteSection
                key={group.key}
                {...{ group, listId, active }}
                onPoint={(item) => setAt(items.indexOf(item))}
                onChoose={choose}
              />
            ))}
        </div>
        {note ? (
          <div className={styles.note} role="status">
            {note}
          </div>
        ) : null}
      </div>
    </div>,
    document.body,
  );
}

interface SectionProps {
  readonly group: PaletteGroup;
  readonly listId: string;
  readonly active: PaletteItem | undefined;
  readonly onPoint: (item: PaletteItem) => void;
  readonly onChoose: (item: PaletteItem) => void;
}

function PaletteSection({ group, listId, active, onPoint, onChoose }: SectionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options inside a listbox
    <div role="group" aria-label={group.label}>
      <div className={styles.group} aria-hidden>
        {group.label}
      </div>
      {group.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field above holds the focus and its keys
        <div
          key={item.key}
          id={`${listId}-${item.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={item === active}
          className={styles.item}
          onPointerMove={() => onPoint(item)}
          onClick={() => onChoose(item)}
        >
          {item.icon ? <Icon of={item.icon} size={16} /> : null}
          <span dir="auto" className={textRoles.truncated}>
            {item.label}
          </span>
          {item.hint ? <span className={styles.hint}>{item.hint}</span> : null}
        </div>
      ))}
    </div>
  );
}
