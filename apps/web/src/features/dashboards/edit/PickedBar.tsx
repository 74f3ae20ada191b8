import { CloseOutlined, ColumnWidthOutlined, CopyOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, IconButton } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { sharedRow } from '../layout/index.ts';
import { useEdit, useShownLayout } from './edit-context.tsx';
import styles from './PickedBar.module.css';
import type { PartsEditing } from './use-parts-editing.ts';

/** What can be done to several parts at once. */
export function PickedBar({ parts }: { parts: PartsEditing }) {
  const t = useT();
  const picked = useEdit((state) => state.picked);
  const isMoving = useEdit((state) => state.dragged !== null);
  const isInRow = useShownLayout((layout) => sharedRow(layout, picked) !== undefined);
  if (picked.length < 2 || isMoving) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Picked parts')}>
      <b>{t('{{count}} parts', { count: picked.length })}</b>
      <Button kind="text" size="small" icon={ColumnWidthOutlined} isDisabled={!isInRow} onClick={parts.equalize}>
        {t('Equal widths')}
      </Button>
      <Button kind="text" size="small" icon={CopyOutlined} onClick={parts.duplicate}>
        {t('Duplicate')}
      </Button>
      <Button kind="text" size="small" icon={DeleteOutlined} onClick={parts.remove}>
        {t('Remove')}
      </Button>
      <IconButton icon={CloseOutlined} size="small" label={t('Clear the selection')} onClick={parts.clear} />
    </div>
  );
}
