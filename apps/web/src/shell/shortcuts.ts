import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';

export interface Shortcut {
  /** Keys as people write them, `Ctrl` standing for the command key on a Mac: `Ctrl K`, `Alt 1-9`, `/`, `?`. */
  readonly keys: string;
  /** What it does, translated. */
  readonly label: string;
  /** Under which heading the list of shortcuts shows it, translated. */
  readonly group: string;
  readonly run: (press?: KeyPress) => void;
  /** Also while the focus is in a field. */
  readonly worksInFields?: boolean;
  /** What it does depends on which key was pressed: it is no command of the palette. */
  readonly isKeyed?: boolean;
  /** What has the focus listens to them by itself; here they are only listed. */
  readonly isLocal?: boolean;
}

export interface KeyPress {
  readonly key: string;
  /** The key's place on the keyboard. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Whether a press is the one that the keys name. Signs such as `?` are compared as typed, so Shift is not asked of them. */
export function matchesKeys(press: KeyPress, keys: string): boolean {
  const parts = keys.split(' ');
  const key = parts.at(-1) ?? '';
  const hasCommand = press.ctrlKey || press.metaKey;
  if (parts.includes('Ctrl') !== hasCommand || parts.includes('Alt') !== press.altKey) return false;
  const isSign = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSign && parts.includes('Shift') !== press.shiftKey) return false;
  // With Alt a Mac types other signs: the key itself counts.
  if (parts.includes('Alt') && /^([a-z]|1-9)$/i.test(key)) return isPlace(press.code, key);
  return press.key.toLowerCase() === key.toLowerCase();
}

function isPlace(code: string, key: string): boolean {
  return key === '1-9' ? /^Digit[1-9]$/.test(code) : code === `Key${key.toUpperCase()}`;
}

let shortcuts: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function setShortcuts(next: readonly Shortcut[]): void {
  shortcuts = next;
  for (const listener of listeners) listener();
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true], [role=textbox]',
    ) !== null
  );
}

/** Runs the shortcut that a press means, the newest registration first. Mount it once. What is seen answers keys at once. */
export function useShortcutKeys(): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const hit = [...shortcuts]
        .reverse()
        .find(
          (shortcut) =>
            !shortcut.isLocal &&
            matchesKeys(event, shortcut.keys) &&
            (shortcut.worksInFields || !isField(event.target)),
        );
      if (!hit) return;
      event.preventDefault();
      hit.run(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Registers a shortcut while the component is mounted (and `isActive`); it appears in the list behind `?`. */
export function useShortcut(shortcut: Shortcut, isActive = true): void {
  const latest = useRef(shortcut);
  latest.current = shortcut;
  const { keys, label, group, worksInFields, isKeyed, isLocal } = shortcut;
  useLayoutEffect(() => {
    if (!isActive) return;
    const entry: Shortcut = {
      keys,
      label,
      group,
      worksInFields,
      isKeyed,
      isLocal,
      run: (press?: KeyPress) => latest.current.run(press),
    };
    setShortcuts([...shortcuts, entry]);
    return () => setShortcuts(shortcuts.filter((other) => other !== entry));
  }, [keys, label, group, worksInFields, isKeyed, isLocal, isActive]);
}

const nothing = () => undefined;

/** Lists keys that a part of the page listens to by itself while it has the focus. */
export function useListedKeys(shortcut: Pick<Shortcut, 'keys' | 'label' | 'group'>, isActive = true): void {
  useShortcut({ ...shortcut, run: nothing, isLocal: true }, isActive);
}

/** Every shortcut that works right now. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    () => shortcuts,
  );
}

/** Keys in the words of this computer. */
export function displayKeys(keys: string, isMac: boolean): string {
  if (!isMac) return keys.replace('Enter', '↵');
  return keys.replace('Ctrl', '⌘').replace('Alt', '⌥').replace('Shift', '⇧').replace('Enter', '↵');
}

export function useIsMac(): boolean {
  return typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
}
