import {
  BgColorsOutlined,
  CopyOutlined,
  DeleteOutlined,
  DragOutlined,
  EditOutlined,
  EllipsisOutlined,
  FontSizeOutlined,
  SlidersOutlined,
} from '@ant-design/icons-svg';
import type { useDraggable } from '@dnd-kit/core';
import { IconButton, type IconType, MenuButton, well } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { type LayoutNode, nameOf } from '../layout/index.ts';
import { dragHandle, useDashboard } from '../state/index.ts';
import { useEdit, useEditStore, useLayoutEditing, useNodeKeys, usePicked } from './edit-context.tsx';
import styles from './NodeTools.module.css';

interface ToolsProps {
  readonly node: LayoutNode;
  readonly handle: ReturnType<typeof useDraggable>['listeners'];
}

/** Move, write, style, remove. A narrow part shows them in a menu, so that its name can be read. */
export function NodeTools({ node, handle }: ToolsProps) {
  const t = useT();
  const onNodeKey = useNodeKeys();
  const [isNaming, setIsNaming] = useState(false);
  const tools = useTools(node, () => setIsNaming(true));
  if (isNaming)
    return (
      <div className={styles.place}>
        <NameField node={node} onEnd={() => setIsNaming(false)} />
      </div>
    );
  return (
    <div className={styles.place}>
      <div className={styles.tools}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside takes the keys */}
        <span
          className={styles.handle}
          {...dragHandle}
          {...handle}
          onKeyDown={(event) => onNodeKey(event, node, nameOf(node, t))}
        >
          <IconButton
            icon={DragOutlined}
            size="small"
            label={t('Drag to move; or Space, arrow keys and Space again')}
          />
        </span>
        <span className={styles.single}>
          {tools.map(({ key, onAct, ...button }) => (
            <IconButton key={key} size="small" {...button} onClick={onAct} />
          ))}
        </span>
        <span className={styles.folded}>
          <MenuButton
            label={t('More tools')}
            placement="bottom-end"
            trigger={<IconButton icon={EllipsisOutlined} size="small" label={t('More tools')} hasTooltip={false} />}
            items={tools.map(({ isOn: _isOn, onAct, ...item }) => ({ ...item, onSelect: onAct }))}
          />
        </span>
      </div>
    </div>
  );
}

interface Tool {
  readonly key: string;
  readonly icon: IconType;
  readonly label: string;
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  readonly onAct: () => void;
}

/** What can be done to a part of its kind. */
function useTools(node: LayoutNode, onName: () => void): readonly Tool[] {
  const t = useT();
  const edit = useEditStore();
  const parts = usePicked();
  const write = () => edit.setState({ writingId: node.id });
  const duplicate = () => {
    edit.setState({ picked: [node.id], isGathering: false });
    parts.duplicate();
  };
  return [
    ...(node.type === 'MARKDOWN' ? [{ key: 'write', icon: EditOutlined, label: t('Edit text'), onAct: write }] : []),
    ...useSettingsTool(node),
    ...(node.type === 'CHART' ? [{ key: 'name', icon: EditOutlined, label: t('Rename'), onAct: onName }] : []),
    ...useStyleTools(node),
    { key: 'duplicate', icon: CopyOutlined, label: t('Duplicate'), onAct: duplicate },
    { key: 'remove', icon: DeleteOutlined, label: t('Remove'), onAct: () => parts.removeOne(node.id) },
  ];
}

const nextSizes: Readonly<Record<string, string>> = {
  SMALL_HEADER: 'MEDIUM_HEADER',
  MEDIUM_HEADER: 'LARGE_HEADER',
  LARGE_HEADER: 'SMALL_HEADER',
};

/** The size of a header, the background of what has one. */
function useStyleTools({ id, type, meta }: LayoutNode): readonly Tool[] {
  const t = useT();
  const { change } = useLayoutEditing();
  const isWhite = meta.background === 'BACKGROUND_WHITE';
  const size = {
    key: 'size',
    icon: FontSizeOutlined,
    label: t('Header size'),
    onAct: () => change(id, { headerSize: nextSizes[meta.headerSize ?? ''] ?? 'MEDIUM_HEADER' }),
  };
  const background = {
    key: 'background',
    icon: BgColorsOutlined,
    isOn: isWhite,
    label: isWhite ? t('Transparent background') : t('White background'),
    onAct: () => change(id, { background: isWhite ? 'BACKGROUND_TRANSPARENT' : 'BACKGROUND_WHITE' }),
  };
  if (type === 'HEADER') return [size, background];
  return type === 'ROW' || type === 'COLUMN' ? [background] : [];
}

/** Opens the chart's own settings beside the canvas. */
function useSettingsTool(node: LayoutNode): readonly Tool[] {
  const t = useT();
  const edit = useEditStore();
  const { can } = useSession();
  const chartId = node.meta.chartId ?? -1;
  const isThere = useDashboard((state) => state.charts[chartId] !== undefined);
  const isBusy = useEdit((state) => state.edited !== null);
  if (node.type !== 'CHART' || !isThere || !can('can_write', 'Chart')) return [];
  const open = () => edit.setState({ edited: { nodeId: node.id, chartId, isNew: false } });
  return [{ key: 'settings', icon: SlidersOutlined, label: t('Chart settings'), isDisabled: isBusy, onAct: open }];
}

/** Another name for a chart, on this dashboard alone. */
function NameField({ node, onEnd }: { node: LayoutNode; onEnd: () => void }) {
  const t = useT();
  const { change } = useLayoutEditing();
  const finish = (text: string) => {
    onEnd();
    change(node.id, { sliceNameOverride: text.trim() === node.meta.sliceName ? '' : text.trim() });
  };
  return (
    <input
      className={`${well.small} ${styles.name}`}
      aria-label={t('Name of the chart on this dashboard')}
      // biome-ignore lint/a11y/noAutofocus: the tool that was pressed brings this field
      autoFocus
      defaultValue={node.meta.sliceNameOverride || node.meta.sliceName}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(event.currentTarget.value);
        if (event.key === 'Escape') onEnd();
        event.stopPropagation();
      }}
    />
  );
}

/** In the head of a chart's card: as much room as its tools take while they are shown, so that its name ends beside them. The same each time, so that a card is not drawn anew with its frame. */
export const toolsRoom = <span className={styles.room} />;
