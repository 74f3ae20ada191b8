import { classNames } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import { type LayoutNode, roomOf } from '../layout/index.ts';
import { MarkdownText } from '../markdown/index.ts';
import { useDashboard } from '../state/index.ts';
import { columnClass, headerClass, partClasses, rowClass, rowStyle } from '../view/index.ts';
import { EndSlot, RowSlot } from './DropMark.tsx';
import { TabStrip } from './EditTabs.tsx';
import { useEdit, useEditStore, useLayoutEditing, useShownLayout } from './edit-context.tsx';
import { Hint } from './Hint.tsx';
import styles from './NodeContent.module.css';
import { nodeAttribute } from './use-canvas-drag.ts';

interface ContentProps {
  readonly node: LayoutNode;
  /** Draws a part that stands inside of this one. */
  readonly draw: (id: string) => ReactNode;
}

/** What a part that is no chart shows while the dashboard is arranged. */
export function NodeContent({ node, draw }: ContentProps): ReactNode {
  const t = useT();
  const isBare = node.children.length === 0;
  switch (node.type) {
    case 'ROW':
      return <EditRow node={node} draw={draw} />;
    case 'COLUMN':
      return (
        <div className={classNames(columnClass(node), styles.column)}>
          {node.children.map(draw)}
          {isBare ? <Hint>{t('Drag charts, rows and texts here')}</Hint> : null}
          <EndSlot containerId={node.id} />
        </div>
      );
    case 'TABS':
      return <NestedTabs node={node} draw={draw} />;
    case 'HEADER':
      return (
        <div className={classNames(headerClass(node), styles.frame)}>
          <h2>
            <HeaderField node={node} />
          </h2>
        </div>
      );
    case 'DIVIDER':
      return <hr className={partClasses.divider} style={{ border: 0, margin: 0 }} />;
    default:
      return <EditText node={node} />;
  }
}

function EditRow({ node, draw }: ContentProps) {
  const t = useT();
  const room = useShownLayout((layout) => (layout[node.id] ? roomOf(layout, node.id) : 1));
  const isBare = node.children.length === 0;
  return (
    <div className={classNames(rowClass(node), styles.row, isBare && styles.bare)} style={rowStyle(room)}>
      {node.children.map(draw)}
      {isBare ? <Hint>{t('Drag charts and columns here')}</Hint> : null}
      <RowSlot rowId={node.id} />
    </div>
  );
}

function EditText({ node }: { node: LayoutNode }) {
  const t = useT();
  const edit = useEditStore();
  const isWriting = useEdit((state) => state.writingId === node.id);
  const { change } = useLayoutEditing();
  if (!isWriting)
    return (
      <div className={partClasses.textCard} style={{ flex: 1 }}>
        {node.meta.code ? <MarkdownText text={node.meta.code} /> : <Hint>{t('Double-click to write')}</Hint>}
      </div>
    );
  return (
    <div className={partClasses.textCard} style={{ flex: 1 }}>
      <textarea
        className={styles.writing}
        aria-label={t('Markdown text')}
        placeholder={t('Write Markdown: # Title, **bold**, [link](https://…)')}
        defaultValue={node.meta.code ?? ''}
        // biome-ignore lint/a11y/noAutofocus: the part that was dropped or double-clicked turns into this field
        autoFocus
        onPointerDown={(event) => event.stopPropagation()}
        onBlur={(event) => {
          if (event.target.value !== (node.meta.code ?? '')) change(node.id, { code: event.target.value });
          edit.setState(({ writingId }) => (writingId === node.id ? { writingId: null } : {}));
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </div>
  );
}

/** Text that counts when the field is left: one undo step, not one per letter. */
function HeaderField({ node }: { node: LayoutNode }) {
  const t = useT();
  const edit = useEditStore();
  const { change } = useLayoutEditing();
  const value = node.meta.text ?? '';
  return (
    <input
      key={value}
      className={styles.heading}
      aria-label={t('Header')}
      defaultValue={value}
      // biome-ignore lint/a11y/noAutofocus: a header that was just put there is named at once
      autoFocus={edit.getState().writingId === node.id}
      onFocus={(event) => {
        if (edit.getState().writingId === node.id) event.target.select();
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => {
        edit.setState(({ writingId }) => (writingId === node.id ? { writingId: null } : {}));
        if (event.target.value !== value) change(node.id, { text: event.target.value });
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

function NestedTabs({ node, draw }: ContentProps) {
  const t = useT();
  const activeTabs = useDashboard((state) => state.activeTabs);
  const active = node.children.find((tab) => activeTabs.includes(tab)) ?? node.children[0] ?? '';
  const children = useShownLayout((layout) => layout[active]?.children);
  return (
    <div className={classNames(partClasses.tabs, styles.frame)}>
      <div className={partClasses.tabBar}>
        <TabStrip tabs={node} active={active} />
      </div>
      <div className={partClasses.stack} {...{ [nodeAttribute]: active }} style={{ minHeight: 60 }}>
        {children?.map(draw)}
        {children?.length === 0 ? <Hint>{t('Drag charts and texts here')}</Hint> : null}
        <EndSlot containerId={active} />
      </div>
    </div>
  );
}
