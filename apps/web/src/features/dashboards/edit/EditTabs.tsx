import { DownOutlined, PlusOutlined } from '@ant-design/icons-svg';
import { useDraggable } from '@dnd-kit/core';
import { arrowTarget, classNames, IconButton, MenuButton, type MenuEntry } from '@powerset/ui';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { type LayoutNode, nameOf, newNode, tabName } from '../layout/index.ts';
import { layoutOf, makeNodeId, useDashboard, useOpenDashboard } from '../state/index.ts';
import { TopTabsFrame, useTopNode } from '../view/index.ts';
import { DropMark } from './DropMark.tsx';
import styles from './EditTabs.module.css';
import { useEdit, useEditStore, useLayoutEditing, useNodeKeys, usePicked } from './edit-context.tsx';
import { tabPlaces } from './tab-places.ts';
import { type DragData, nodeAttribute, tabAttribute, topDropId } from './use-canvas-drag.ts';

/** The dashboard's own tabs; without any, where tabs can be dropped. */
export function EditTabs() {
  const t = useT();
  const { tabs, contentId } = useTopNode();
  const isDroppable = useEdit((state) => state.dragged?.type === 'TABS');
  const isOver = useEdit((state) => state.drop?.target.overId === topDropId);
  if (tabs)
    return (
      <TopTabsFrame>
        <TabStrip tabs={tabs} active={contentId} />
      </TopTabsFrame>
    );
  return isDroppable ? (
    <div {...{ [nodeAttribute]: topDropId }} className={styles.dropPlace}>
      {t('Drop here for tabs over the whole dashboard')}
      {isOver ? <DropMark edge="inside" /> : null}
    </div>
  ) : null;
}

/** A group of tabs to be named, dragged and added to where they stand. */
export function TabStrip({ tabs, active }: { tabs: LayoutNode; active: string }) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const named = useEdit((state) => tabs.children.find((tab) => tab === state.writingId));
  const openTab = useDashboard((state) => state.openTab);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.defaultPrevented
      ? undefined
      : arrowTarget(event.key, tabs.children.indexOf(active), tabs.children.length);
    const next = tabs.children[target ?? -1];
    if (!next) return;
    event.preventDefault();
    openTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <div className={styles.strip}>
      <div ref={list} role="tablist" aria-label={t('Tabs')} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.children.map((tab) => (
          <EditTab key={tab} tabId={tab} isActive={tab === active} />
        ))}
      </div>
      {named ? <TabNameField key={named} tabId={named} list={list} /> : null}
      <TabMenu tabId={active} />
      <AddTabButton tabsId={tabs.id} />
    </div>
  );
}

function EditTab({ tabId, isActive }: { tabId: string; isActive: boolean }) {
  const t = useT();
  const node = useDashboard((state) => layoutOf(state)[tabId]);
  const openTab = useDashboard((state) => state.openTab);
  const edit = useEditStore();
  const onNodeKey = useNodeKeys();
  const name = tabName(node);
  const data: DragData = { nodeId: tabId, node: node ?? newNode('TAB', tabId), name };
  const { listeners, setNodeRef, isDragging } = useDraggable({ id: tabId, data: { ...data } });
  const isLifted = useEdit((state) => state.liftedIds.includes(tabId));
  const edge = useEdit(({ drop }) => {
    const target = drop?.target;
    return target?.overId === tabId && (target.edge !== 'inside' || !isActive) ? target.edge : null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'F2') {
      event.preventDefault();
      edit.setState({ writingId: tabId });
    } else if (node && (isLifted || event.key === ' ')) onNodeKey(event, node, name);
  };
  return (
    <span
      ref={setNodeRef}
      className={classNames(styles.tab, isDragging && styles.dragged, isLifted && styles.lifted)}
      {...{ [nodeAttribute]: tabId, [tabAttribute]: '' }}
    >
      <button
        type="button"
        role="tab"
        data-tab={tabId}
        aria-selected={isActive}
        aria-description={t('Double-click or F2 to rename, drag or Space and the arrow keys to move')}
        tabIndex={isActive ? 0 : -1}
        {...listeners}
        onClick={() => openTab(tabId)}
        onDoubleClick={() => edit.setState({ writingId: tabId })}
        onKeyDown={onKeyDown}
      >
        {name}
      </button>
      {edge ? <DropMark edge={edge} /> : null}
    </span>
  );
}

/** Names a tab where it stands. It lies over the tab and not inside of it: fields do not belong into a list of tabs. */
function TabNameField({ tabId, list }: { tabId: string; list: { readonly current: HTMLElement | null } }) {
  const t = useT();
  const edit = useEditStore();
  const text = useDashboard((state) => layoutOf(state)[tabId]?.meta.text ?? '');
  const { change } = useLayoutEditing();
  const [place, setPlace] = useState({ left: 0, width: 0 });
  const tabOf = () => list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tabId)}"]`) ?? null;
  // The list scrolls to the tab before it is measured.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it appears
  useLayoutEffect(() => {
    const tab = tabOf();
    const strip = list.current?.parentElement;
    if (!tab || !strip) return;
    tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const [box, around] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
    setPlace({ left: box.left - around.left, width: box.width });
  }, []);
  const finish = (next: string, isBack: boolean) => {
    if (edit.getState().writingId !== tabId) return;
    edit.setState({ writingId: null });
    if (next !== text) change(tabId, { text: next });
    if (isBack) tabOf()?.focus();
  };
  return (
    <input
      className={styles.name}
      style={{ left: place.left - 9, minWidth: place.width + 18 }}
      aria-label={t('Tab title')}
      placeholder={t('Tab title')}
      maxLength={250}
      // biome-ignore lint/a11y/noAutofocus: the tab that is renamed turns into this field
      autoFocus
      defaultValue={text}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value.trim(), false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value.trim(), true);
        if (event.key === 'Escape') finish(text, true);
        event.stopPropagation();
      }}
    />
  );
}

/** What can be done to the open tab, for those who do not drag and double-click. */
function TabMenu({ tabId }: { tabId: string }) {
  const t = useT();
  const edit = useEditStore();
  const layout = useDashboard(layoutOf);
  const openTab = useDashboard((state) => state.openTab);
  const { move, create } = useLayoutEditing();
  const { removeOne } = usePicked();
  const places = tabPlaces(layout, tabId);
  const go = (place: { readonly parentId: string; readonly index: number }) => {
    if (move(tabId, place)) openTab(tabId);
  };
  const { before, after } = places;
  const nest = () => {
    const node = newNode('TABS', makeNodeId('TABS'));
    create(node, { parentId: tabId, index: layout[tabId]?.children.length ?? 0 });
  };
  const items: MenuEntry[] = [
    {
      key: 'rename',
      label: t('Rename'),
      hint: 'F2',
      isKeys: true,
      onSelect: () => edit.setState({ writingId: tabId }),
    },
    { key: 'before', label: t('Move left'), isDisabled: !before, onSelect: () => before && go(before) },
    { key: 'after', label: t('Move right'), isDisabled: !after, onSelect: () => after && go(after) },
    ...places.groups.map(({ id, firstTabId, place }) => ({
      key: id,
      label: t('Move beside {{name}}', { name: nameOf(layout[firstTabId] ?? newNode('TAB', id), t) }),
      onSelect: () => go(place),
    })),
    ...(places.canNest ? [{ key: 'nest', label: t('Add tabs inside'), onSelect: nest }] : []),
    { kind: 'rule', key: 'rule' },
    { key: 'remove', label: t('Remove tab'), isDanger: true, onSelect: () => removeOne(tabId) },
  ];
  return (
    <MenuButton
      label={t('Tab actions')}
      trigger={<IconButton icon={DownOutlined} size="small" label={t('Tab actions')} />}
      items={items}
    />
  );
}

/** Adds a tab, opens it and asks for its name. */
function AddTabButton({ tabsId }: { tabsId: string }) {
  const t = useT();
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const { create } = useLayoutEditing();
  const add = () => {
    const node = newNode('TAB', makeNodeId('TAB'));
    const index = layoutOf(store.getState())[tabsId]?.children.length ?? 0;
    if (!create(node, { parentId: tabsId, index })) return;
    store.getState().openTab(node.id);
    edit.setState({ writingId: node.id });
  };
  return <IconButton icon={PlusOutlined} size="small" label={t('Add tab')} onClick={add} />;
}
