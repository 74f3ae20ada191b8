import { TagsOutlined } from '@ant-design/icons-svg';
import type { TaggedType } from '@powerset/contract';
import { type ReactNode, useCallback, useState } from 'react';
import { type Resource, useInvalidate } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import type { RowAction } from '../../lists/index.ts';
import { useSession } from '../../shell/index.ts';
import { ObjectTagsModal, type TaggedRow } from './ObjectTagsModal.tsx';

export interface Tagging {
  /** Whether tags are on, and the user may read them. */
  readonly hasTags: boolean;
  /** What changes the tags of these rows; nothing for those who may not. */
  readonly actions: (rows: readonly TaggedRow[]) => readonly RowAction[];
}

/** Tags in a list of objects, and the dialog that is over it while they are changed. */
export function useTagging(kind: TaggedType, resource: Resource): { tagging: Tagging; dialog: ReactNode } {
  const t = useT();
  const { isFeatureEnabled, can } = useSession();
  const invalidate = useInvalidate();
  const [rows, setRows] = useState<readonly TaggedRow[] | null>(null);
  const hasTags = isFeatureEnabled('TAGGING_SYSTEM') && can('can_read', 'Tag');
  const mayTag = hasTags && can('can_write', 'Tag');
  const actions = useCallback(
    (chosen: readonly TaggedRow[]): readonly RowAction[] =>
      mayTag && chosen.length > 0
        ? [{ key: 'tags', label: t('Tags'), icon: TagsOutlined, onSelect: () => setRows(chosen) }]
        : [],
    [mayTag, t],
  );
  const dialog = rows ? (
    <ObjectTagsModal kind={kind} rows={rows} onClose={() => setRows(null)} onSaved={() => void invalidate(resource)} />
  ) : null;
  return { tagging: { hasTags, actions }, dialog };
}
