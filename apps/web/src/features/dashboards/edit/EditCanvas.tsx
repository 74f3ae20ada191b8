import { BgColorsOutlined, DeleteOutlined, DragOutlined, EditOutlined, FontSizeOutlined } from '@ant-design/icons';
import { useDraggable } from '@dnd-kit/core';
import { classNames, IconButton, Tabs, well } from '@powerset/ui';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import {
  hasHeight,
  hasWidth,
  type Layout,
  type LayoutNode,
  nameOf,
  parentIdOf,
  roomOf,
  tabName,
  unitPx,
  widthOf,
} from '../layout/index.ts';
import { MarkdownText } from '../markdown/index.ts';
import { layoutOf, useDashboard } from '../state/index.ts';
import { ChartCard, cellStyle, columnClass, headerClass, partClasses, rowClass, rowStyle } from '../view/index.ts';
import { DropMark } from './DropMark.tsx';
import styles from './EditCanvas.module.css';
import { AddTabButton, TabNameInput } from './EditTabs.tsx';
import { useEditFocus, useLayoutEditing } from './edit-context.tsx';
import { ResizeHandles } from './ResizeHandles.tsx';
import { type DragData, nodeAttribute } from './use-canvas-drag.ts';

/** The open tab's content, to be arranged. */
export function EditCanvas({ contentId }: { contentId: string }) {
  const t = useT();
  const layout = useDashboard(layoutOf);
  const { dragged, drop } = useEditFocus();
  const children = layout[contentId]?.children ?? [];
  return (
    <div className={classNames('grid-content', styles.canvas)} {...{ [nodeAttribute]: contentId }}>
      {dragged ? <ColumnGuides /> : null}
      {children.map((id) => (
        <EditNode key={id} id={id} />
      ))}
      {children.length === 0 ? <div className={styles.hint}>{t('Drag charts, texts and tabs here')}</div> : null}
      {drop?.overId === contentId ? <DropMark edge={drop.edge} /> : null}
    </div>
  );
}

function ColumnGuides() {
  return (
    <div className={styles.guides} aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no identity but their place
        <i key={index} />
      ))}
    </div>
  );
}

/** One part: its content, its handle, its tools, where it may be dropped beside. */
function EditNode({ id }: { id: string }) {
  const layout = useDashboard(layoutOf);
  const node = layout[id];
  return node ? <PlacedNode node={node} layout={layout} /> : null;
}

interface PlacedProps {
  readonly node: LayoutNode;
  readonly layout: Layout;
}

function PlacedNode({ node, layout }: PlacedProps) {
  const t = useT();
  const { pickedId, pick, drop, liftedId, onNodeKey } = useEditFocus();
  const data: DragData = { nodeId: node.id, node, name: nameOf(node, t) };
  const {
    attributes: _attributes,
    listeners,
    setNodeRef,
    isDragging,
  } = useDraggable({ id: node.id, data: { ...data } });
  const [isWriting, setIsWriting] = useState(false);
  const { remove } = useLayoutEditing();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key !== 'Delete' && event.key !== 'Backspace') return onNodeKey(event, node, nameOf(node, t));
    event.preventDefault();
    event.stopPropagation();
    remove(node.id);
  };
  const isPicked = pickedId === node.id;
  const isAcross = layout[parentIdOf(layout, node.id) ?? '']?.type === 'ROW';
  const height = hasHeight(node.type) ? { minHeight: (node.meta.height ?? 0) * unitPx } : {};
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      ref={setNodeRef}
      className={classNames(
        styles.node,
        isDragging && styles.dragged,
        isPicked && styles.picked,
        liftedId === node.id && styles.lifted,
      )}
      data-picked={isPicked || undefined}
      role="group"
      aria-roledescription={t('movable part')}
      aria-label={nameOf(node, t)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part is reached by Tab and then moved by keys
      tabIndex={0}
      onFocus={(event) => event.target === event.currentTarget && pick(node.id)}
      onKeyDown={onKeyDown}
      {...{ [nodeAttribute]: node.id }}
      style={{ ...(isAcross ? cellStyle(widthOf(node)) : {}), ...height }}
      onPointerDown={(event) => {
        event.stopPropagation();
        pick(node.id);
      }}
    >
      {node.type === 'CHART' ? (
        <div className={partClasses.sized} style={{ height: (node.meta.height ?? 0) * unitPx }}>
          <ChartCard node={node} tools={<span />} />
        </div>
      ) : (
        <Content node={node} layout={layout} isWriting={isWriting} stopWriting={() => setIsWriting(false)} />
      )}
      <NodeTools
        node={node}
        handle={listeners}
        onWrite={node.type === 'MARKDOWN' ? () => setIsWriting(!isWriting) : undefined}
      />
      {hasWidth(node.type) ? <ResizeHandles node={node} layout={layout} /> : null}
      {drop?.overId === node.id ? <DropMark edge={drop.edge} /> : null}
    </div>
  );
}

interface ToolsProps {
  readonly node: LayoutNode;
  readonly handle: ReturnType<typeof useDraggable>['listeners'];
  readonly onWrite?: (() => void) | undefined;
}

/** Move, write, style, remove. */
function NodeTools({ node, handle, onWrite }: ToolsProps) {
  const t = useT();
  const { remove, change } = useLayoutEditing();
  const { onNodeKey } = useEditFocus();
  const isBlock = node.type === 'ROW' || node.type === 'COLUMN' || node.type === 'HEADER';
  const isWhite = node.meta.background === 'BACKGROUND_WHITE';
  const nextSize: Readonly<Record<string, string>> = {
    SMALL_HEADER: 'MEDIUM_HEADER',
    MEDIUM_HEADER: 'LARGE_HEADER',
    LARGE_HEADER: 'SMALL_HEADER',
  };
  return (
    <div className={styles.tools}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside takes the keys */}
      <span className={styles.handle} {...handle} onKeyDown={(event) => onNodeKey(event, node, nameOf(node, t))}>
        <IconButton icon={DragOutlined} size="small" label={t('Drag to move; or Space, arrow keys and Space again')} />
      </span>
      {onWrite ? <IconButton icon={EditOutlined} size="small" label={t('Edit text')} onClick={onWrite} /> : null}
      {node.type === 'CHART' ? <RenameButton node={node} /> : null}
      {node.type === 'HEADER' ? (
        <IconButton
          icon={FontSizeOutlined}
          size="small"
          label={t('Header size')}
          onClick={() => change(node.id, { headerSize: nextSize[node.meta.headerSize ?? ''] ?? 'MEDIUM_HEADER' })}
        />
      ) : null}
      {isBlock ? (
        <IconButton
          icon={BgColorsOutlined}
          size="small"
          isOn={isWhite}
          label={isWhite ? t('Transparent background') : t('White background')}
          onClick={() => change(node.id, { background: isWhite ? 'BACKGROUND_TRANSPARENT' : 'BACKGROUND_WHITE' })}
        />
      ) : null}
      <IconButton icon={DeleteOutlined} size="small" label={t('Remove')} onClick={() => remove(node.id)} />
    </div>
  );
}

/** Another name for a chart, on this dashboard alone. */
function RenameButton({ node }: { node: LayoutNode }) {
  const t = useT();
  const { change } = useLayoutEditing();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return <IconButton icon={EditOutlined} size="small" label={t('Rename')} onClick={() => setIsOpen(true)} />;
  const finish = (text: string) => {
    setIsOpen(false);
    change(node.id, { sliceNameOverride: text.trim() === node.meta.sliceName ? '' : text.trim() });
  };
  return (
    <input
      className={well.small}
      style={{ width: 180 }}
      aria-label={t('Name of the chart on this dashboard')}
      // biome-ignore lint/a11y/noAutofocus: the pen that was pressed turns into this field
      autoFocus
      defaultValue={node.meta.sliceNameOverride || node.meta.sliceName}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') setIsOpen(false);
        event.stopPropagation();
      }}
    />
  );
}

interface ContentProps extends PlacedProps {
  readonly isWriting: boolean;
  readonly stopWriting: () => void;
}

function Content({ node, layout, isWriting, stopWriting }: ContentProps): ReactNode {
  const t = useT();
  const { change } = useLayoutEditing();
  const children = node.children.map((child) => <EditNode key={child} id={child} />);
  switch (node.type) {
    case 'ROW':
      return (
        <div
          className={classNames(rowClass(node), styles.row, node.children.length === 0 && styles.bare)}
          style={rowStyle(roomOf(layout, node.id))}
        >
          {children}
          {node.children.length === 0 ? (
            <div className={styles.hint} style={{ gridColumn: '1 / -1' }}>
              {t('Drag charts and columns here')}
            </div>
          ) : null}
        </div>
      );
    case 'COLUMN':
      return (
        <div className={classNames(columnClass(node), styles.column)}>
          {children}
          {node.children.length === 0 ? (
            <div className={styles.hint}>{t('Drag charts, rows and texts here')}</div>
          ) : null}
        </div>
      );
    case 'TABS':
      return <NestedTabs node={node} layout={layout} />;
    case 'HEADER':
      return (
        <div className={classNames(headerClass(node), styles.frame)}>
          <h2>
            <CommittedInput
              label={t('Header')}
              value={node.meta.text ?? ''}
              onCommit={(text) => change(node.id, { text })}
            />
          </h2>
        </div>
      );
    case 'DIVIDER':
      return <hr className={partClasses.divider} style={{ border: 0, margin: 0 }} />;
    default:
      return <EditText node={node} isWriting={isWriting} stopWriting={stopWriting} />;
  }
}

function EditText({ node, isWriting, stopWriting }: Omit<ContentProps, 'layout'>) {
  const t = useT();
  const { change } = useLayoutEditing();
  if (!isWriting)
    return (
      <div className={partClasses.textCard} style={{ flex: 1 }}>
        {node.meta.code ? (
          <MarkdownText text={node.meta.code} />
        ) : (
          <p className={styles.hint}>{t('Press the pen to write')}</p>
        )}
      </div>
    );
  return (
    <div className={partClasses.textCard} style={{ flex: 1 }}>
      <textarea
        className={styles.writing}
        aria-label={t('Markdown text')}
        defaultValue={node.meta.code ?? ''}
        // biome-ignore lint/a11y/noAutofocus: the pen that was pressed turns into this field
        autoFocus
        onPointerDown={(event) => event.stopPropagation()}
        onBlur={(event) => {
          if (event.target.value !== node.meta.code) change(node.id, { code: event.target.value });
          stopWriting();
        }}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </div>
  );
}

interface CommittedInputProps {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (text: string) => void;
}

/** Text that counts when the field is left: one undo step, not one per letter. */
function CommittedInput({ label, value, onCommit }: CommittedInputProps) {
  return (
    <input
      key={value}
      className={styles.heading}
      aria-label={label}
      defaultValue={value}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => event.target.value !== value && onCommit(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

function NestedTabs({ node, layout }: PlacedProps) {
  const t = useT();
  const activeTabs = useDashboard((state) => state.activeTabs);
  const openTab = useDashboard((state) => state.openTab);
  const active = node.children.find((tab) => activeTabs.includes(tab)) ?? node.children[0] ?? '';
  return (
    <div className={classNames(partClasses.tabs, styles.frame)}>
      <div className={partClasses.tabBar}>
        <Tabs
          label={t('Tabs')}
          active={active}
          onChange={openTab}
          items={node.children.map((tab) => ({
            key: tab,
            label: tabName(layout[tab]),
          }))}
        />
        <TabNameInput tabId={active} />
        <AddTabButton tabsId={node.id} />
      </div>
      <div className={partClasses.stack} {...{ [nodeAttribute]: active }} style={{ minHeight: 60 }}>
        {(layout[active]?.children ?? []).map((child) => (
          <EditNode key={child} id={child} />
        ))}
        {layout[active]?.children.length === 0 ? (
          <div className={styles.hint}>{t('Drag charts and texts here')}</div>
        ) : null}
      </div>
    </div>
  );
}
