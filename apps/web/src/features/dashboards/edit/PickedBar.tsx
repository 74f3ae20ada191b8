import {
  CloseOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  CopyOutlined,
  DeleteOutlined,
  ExpandOutlined,
} from '@ant-design/icons-svg';
import { Button, IconButton, type IconType } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { freeOf, sharedRow, withEqualHeights } from '../layout/index.ts';
import { useEdit, useShownLayout } from './edit-context.tsx';
import styles from './PickedBar.module.css';
import type { PartsEditing } from './use-parts-editing.ts';

/** What can be done to several parts at once. */
export function PickedBar({ parts }: { parts: PartsEditing }) {
  const t = useT();
  const picked = useEdit((state) => state.picked);
  const isMoving = useEdit((state) => state.dragged !== null || state.liftedIds.length > 0);
  const rowId = useShownLayout((layout) => sharedRow(layout, picked));
  const isRowFull = useShownLayout((layout) => rowId === undefined || freeOf(layout, rowId) <= 0);
  const isTall = useShownLayout((layout) => withEqualHeights(layout, picked).isDone);
  if (picked.length < 2 || isMoving) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Picked parts')}>
      <b>{t('{{count}} parts', { count: picked.length })}</b>
      <Act icon={ColumnWidthOutlined} label={t('Equal widths')} isDisabled={!rowId} onAct={parts.evenWidths} />
      <Act icon={ColumnHeightOutlined} label={t('Equal heights')} isDisabled={!isTall} onAct={parts.evenHeights} />
      <Act icon={ExpandOutlined} label={t('Fill the row')} isDisabled={isRowFull} onAct={parts.fillRow} />
      <Act icon={CopyOutlined} label={t('Duplicate')} onAct={parts.duplicate} />
      <Act icon={DeleteOutlined} label={t('Remove')} onAct={parts.remove} />
      <IconButton icon={CloseOutlined} size="small" label={t('Clear the selection')} onClick={parts.clear} />
    </div>
  );
}

interface ActProps {
  readonly icon: IconType;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onAct: () => void;
}

function Act({ icon, label, isDisabled = false, onAct }: ActProps) {
  return (
    <Button kind="text" size="small" icon={icon} label={label} isDisabled={isDisabled} onClick={onAct}>
      <span className={styles.word}>{label}</span>
    </Button>
  );
}
