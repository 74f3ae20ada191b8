import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { IconButton } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { newNode } from '../layout/index.ts';
import { layoutOf, makeNodeId, useDashboard, useOpenDashboard } from '../state/index.ts';
import { TopTabs, useTopNode } from '../view/index.ts';
import { DropMark } from './DropMark.tsx';
import styles from './EditTabs.module.css';
import { useEditFocus, useLayoutEditing } from './edit-context.tsx';
import { nodeAttribute, topDropId } from './use-canvas-drag.ts';

/** The dashboard's own tabs with their tools; without any, where tabs can be dropped. */
export function EditTabs() {
  const t = useT();
  const { tabs, contentId } = useTopNode();
  const { dragged, drop } = useEditFocus();
  if (!tabs)
    return dragged?.type === 'TABS' ? (
      <div {...{ [nodeAttribute]: topDropId }} className={styles.dropPlace}>
        {t('Drop here for tabs over the whole dashboard')}
        {drop?.overId === topDropId ? <DropMark edge="inside" /> : null}
      </div>
    ) : null;
  return (
    <TopTabs>
      <TabNameInput tabId={contentId} />
      <TabTools tabId={contentId} />
      <AddTabButton tabsId={tabs.id} />
    </TopTabs>
  );
}

/** Removes the open tab. */
function TabTools({ tabId }: { tabId: string }) {
  const t = useT();
  const { remove } = useLayoutEditing();
  return <IconButton icon={CloseOutlined} size="small" label={t('Remove tab')} onClick={() => remove(tabId)} />;
}

export function AddTabButton({ tabsId }: { tabsId: string }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const { create } = useLayoutEditing();
  const add = () => {
    const node = newNode('TAB', makeNodeId('TAB'));
    const index = layoutOf(store.getState())[tabsId]?.children.length ?? 0;
    if (create(node, { parentId: tabsId, index })) store.getState().openTab(node.id);
  };
  return (
    <span className={styles.newTab}>
      <IconButton icon={PlusOutlined} size="small" label={t('Add tab')} onClick={add} />
    </span>
  );
}

/** Names the open tab. It stands beside the tabs: a field inside a tab could be reached by pointer only. */
export function TabNameInput({ tabId }: { tabId: string }) {
  const t = useT();
  const tab = useDashboard((state) => layoutOf(state)[tabId]);
  const { change } = useLayoutEditing();
  const text = tab?.meta.text ?? '';
  return (
    <input
      key={`${tabId} ${text}`}
      className={styles.tabName}
      aria-label={t('Tab title')}
      placeholder={t('Tab title')}
      defaultValue={text}
      onBlur={(event) => event.target.value !== text && change(tabId, { text: event.target.value })}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        event.stopPropagation();
      }}
    />
  );
}
