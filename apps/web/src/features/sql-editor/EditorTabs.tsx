import { CloseOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons-svg';
import {
  classNames,
  Icon,
  IconButton,
  Menu,
  MenuButton,
  type MenuEntry,
  ProgressLine,
  readingKey,
  textRoles,
} from '@powerset/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { useShortcut } from '../../shell/index.ts';
import { useEditor, useEditorSession, useRun } from './context.tsx';
import styles from './EditorTabs.module.css';
import { isActive } from './runs/run-store.ts';
import { activeTab } from './tabs/editor-state.ts';
import { initialSql } from './tabs/new-tab.ts';
import { type EditorTab, isUnsaved } from './tabs/tab.ts';

/** Open queries side by side. A double press renames, the menu clones and closes. */
export function EditorTabs() {
  const t = useT();
  const session = useEditorSession();
  const tabs = useEditor((state) => state.tabs);
  const active = useStore(session.editor, (state) => activeTab(state)?.id);
  useTabShortcuts(session);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement) return;
    const at = tabs.findIndex((tab) => tab.id === active);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[readingKey(event.key)];
    const next = step === undefined ? undefined : tabs[(at + step + tabs.length) % tabs.length];
    if (!next) return;
    event.preventDefault();
    session.activate(next.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div className={styles.bar}>
      <div role="tablist" aria-label={t('Queries')} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <TabHandle key={tab.id} tab={tab} isActive={tab.id === active} />
        ))}
      </div>
      <IconButton icon={PlusOutlined} label={t('New query')} onClick={() => session.addTab()} />
      {tabs.length >= manyTabs ? (
        <MenuButton
          label={t('All tabs')}
          placement="bottom-end"
          items={tabs.map((tab) => ({
            key: tab.id,
            label: tab.name,
            isChecked: tab.id === active,
            onSelect: () => session.activate(tab.id),
          }))}
          trigger={<IconButton icon={DownOutlined} label={t('All tabs')} hasTooltip={false} />}
        />
      ) : null}
    </div>
  );
}

/** From so many on their strip may be full. */
const manyTabs = 5;

function useTabShortcuts(session: ReturnType<typeof useEditorSession>): void {
  const t = useT();
  const shared = { group: t('SQL editor'), worksInFields: true };
  const move = (find: (at: number, count: number) => number) => {
    const state = session.editor.getState();
    const at = state.tabs.findIndex(({ id }) => id === activeTab(state)?.id);
    const next = state.tabs[find(at, state.tabs.length)];
    if (next) session.activate(next.id);
  };
  const close = () => {
    const tab = activeTab(session.editor.getState());
    if (tab) void session.close(tab.id);
  };
  useShortcut({ ...shared, keys: 'Alt Shift T', label: t('Reopen closed tab'), run: () => session.reopen() });
  useShortcut({ ...shared, keys: 'Alt W', label: t('Close tab'), run: close });
  useShortcut({
    ...shared,
    keys: 'Alt PageDown',
    label: t('Next tab'),
    run: () => move((at, count) => (at + 1) % count),
  });
  useShortcut({
    ...shared,
    keys: 'Alt PageUp',
    label: t('Previous tab'),
    run: () => move((at, count) => (at - 1 + count) % count),
  });
  useShortcut({
    ...shared,
    keys: 'Alt 1-9',
    label: t('Go to tab 1 to 9'),
    isKeyed: true,
    run: (press) => press && move(() => Number(press.code.slice(-1)) - 1),
  });
}

function TabHandle({ tab, isActive: isShown }: { readonly tab: EditorTab; readonly isActive: boolean }) {
  const t = useT();
  const session = useEditorSession();
  const run = useRun(tab.latestQueryId);
  const [isRenaming, setIsRenaming] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const anchor = useRef<HTMLDivElement>(null);
  // Whatever showed it: the strip may be scrolled elsewhere.
  useEffect(() => {
    if (isShown) anchor.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  const hasChanges = isUnsaved(tab, [initialSql(true), initialSql(false)]);
  const rename = (name: string) => {
    setIsRenaming(false);
    if (name.trim() !== '') session.change(tab.id, { name: name.trim().slice(0, 256) });
  };
  return (
    <div ref={anchor} className={classNames(styles.tab, isShown && styles.on)}>
      {run && isActive(run.query) ? <ProgressLine /> : null}
      {isRenaming ? (
        <RenameField name={tab.name} onDone={rename} />
      ) : (
        <button
          type="button"
          role="tab"
          data-tab={tab.id}
          aria-selected={isShown}
          tabIndex={isShown ? 0 : -1}
          dir="auto"
          className={classNames(styles.name, textRoles.truncated)}
          title={tab.name}
          onClick={() => session.activate(tab.id)}
          onDoubleClick={() => setIsRenaming(true)}
          onAuxClick={(event) => event.button === 1 && void session.close(tab.id)}
          onContextMenu={(event) => {
            event.preventDefault();
            setIsMenuOpen(true);
          }}
        >
          {tab.name}
        </button>
      )}
      {hasChanges ? <i className={styles.dot} title={t('Not saved as a query')} /> : null}
      <button
        type="button"
        tabIndex={-1}
        // A list of tabs may hold nothing else; the tab's menu closes it too.
        aria-hidden
        className={classNames(styles.close, hasChanges && styles.underDot)}
        title={t('Close {{name}}', { name: tab.name })}
        onClick={() => void session.close(tab.id)}
      >
        <Icon of={CloseOutlined} size={10} />
      </button>
      {isMenuOpen ? (
        <Menu
          anchor={anchor}
          label={tab.name}
          items={tabMenu({ t, session, tab, rename: () => setIsRenaming(true) })}
          onClose={() => setIsMenuOpen(false)}
        />
      ) : null}
    </div>
  );
}

interface TabMenuParts {
  readonly t: ReturnType<typeof useT>;
  readonly session: ReturnType<typeof useEditorSession>;
  readonly tab: EditorTab;
  readonly rename: () => void;
}

function tabMenu({ t, session, tab, rename }: TabMenuParts): readonly MenuEntry[] {
  const others = session.editor.getState().tabs.filter((other) => other.id !== tab.id);
  return [
    { key: 'rename', label: t('Rename'), onSelect: rename },
    { key: 'clone', label: t('Duplicate'), onSelect: () => session.clone(tab.id) },
    {
      key: 'bar',
      label: tab.hideLeftBar ? t('Show tables') : t('Hide tables'),
      onSelect: () => session.change(tab.id, { hideLeftBar: !tab.hideLeftBar }),
    },
    { kind: 'rule', key: 'rule' },
    { key: 'close', label: t('Close'), hint: 'Alt W', isKeys: true, onSelect: () => void session.close(tab.id) },
    {
      key: 'others',
      label: t('Close the others'),
      isDisabled: others.length === 0,
      onSelect: () => void session.close(...others.map((other) => other.id)),
    },
    {
      key: 'reopen',
      label: t('Reopen closed tab'),
      hint: 'Alt Shift T',
      isKeys: true,
      isDisabled: session.editor.getState().closed.length === 0,
      onSelect: () => session.reopen(),
    },
  ];
}

function RenameField({ name, onDone }: { readonly name: string; readonly onDone: (name: string) => void }) {
  const t = useT();
  const [text, setText] = useState(name);
  return (
    <input
      className={styles.rename}
      aria-label={t('Name')}
      // biome-ignore lint/a11y/noAutofocus: renaming was asked for by the press that opened the field
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text);
        if (event.key === 'Escape') onDone(name);
        event.stopPropagation();
      }}
    />
  );
}
