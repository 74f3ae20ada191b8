import {
  BgColorsOutlined,
  CopyOutlined,
  DeleteOutlined,
  DragOutlined,
  EditOutlined,
  FontSizeOutlined,
  SlidersOutlined,
} from '@ant-design/icons';
import type { useDraggable } from '@dnd-kit/core';
import { IconButton, well } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { type LayoutNode, nameOf } from '../layout/index.ts';
import { useDashboard } from '../state/index.ts';
import { useEdit, useEditStore, useLayoutEditing, useNodeKeys, usePicked } from './edit-context.tsx';
import styles from './NodeTools.module.css';

interface ToolsProps {
  readonly node: LayoutNode;
  readonly handle: ReturnType<typeof useDraggable>['listeners'];
}

/** Move, write, style, remove. */
export function NodeTools({ node, handle }: ToolsProps) {
  const t = useT();
  const { remove, change } = useLayoutEditing();
  const onNodeKey = useNodeKeys();
  const edit = useEditStore();
  const parts = usePicked();
  const duplicate = () => {
    edit.setState({ picked: [node.id], isGathering: false });
    parts.duplicate();
  };
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
      {node.type === 'MARKDOWN' ? (
        <IconButton
          icon={EditOutlined}
          size="small"
          label={t('Edit text')}
          onClick={() => edit.setState({ writingId: node.id })}
        />
      ) : null}
      {node.type === 'CHART' ? <ChartSettingsButton node={node} /> : null}
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
      <IconButton icon={CopyOutlined} size="small" label={t('Duplicate')} onClick={duplicate} />
      <IconButton icon={DeleteOutlined} size="small" label={t('Remove')} onClick={() => remove(node.id)} />
    </div>
  );
}

/** Opens the chart's own settings beside the canvas. */
function ChartSettingsButton({ node }: { node: LayoutNode }) {
  const t = useT();
  const edit = useEditStore();
  const { can } = useSession();
  const chartId = node.meta.chartId ?? -1;
  const isThere = useDashboard((state) => state.charts[chartId] !== undefined);
  const isBusy = useEdit((state) => state.edited !== null);
  if (!isThere || !can('can_write', 'Chart')) return null;
  return (
    <IconButton
      icon={SlidersOutlined}
      size="small"
      isDisabled={isBusy}
      label={t('Chart settings')}
      onClick={() => edit.setState({ edited: { nodeId: node.id, chartId, isNew: false } })}
    />
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
