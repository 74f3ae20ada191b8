import { DeleteOutlined, HolderOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { Button, classNames, IconButton, lineRoles, textRoles } from '@powerset/ui';
import { useT } from '../../../../i18n/index.ts';
import { type FilterEntry, isFilter, newDivider, newFilter } from '../../filters/index.ts';
import { makeNodeId } from '../../state/index.ts';
import styles from './EntryList.module.css';
import type { FilterDraft, useFilterDraft } from './use-filter-draft.ts';

export type EntryListProps = { readonly draft: FilterDraft } & Omit<ReturnType<typeof useFilterDraft>, 'draft'>;

/** Filters and dividers in the order of the bar; dragged, or moved with Alt and an arrow key. */
export function EntryList(props: EntryListProps) {
  const t = useT();
  const { draft, add, moveOver } = props;
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) moveOver(String(active.id), String(over.id));
  };
  return (
    <div className={styles.list}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={draft.entries.map((entry) => entry.id)} strategy={verticalListSortingStrategy}>
          {draft.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} {...props} />
          ))}
        </SortableContext>
      </DndContext>
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(newFilter(makeNodeId('').slice(1)))}>
        {t('Add filter')}
      </Button>
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(newDivider(makeNodeId('').slice(1)))}>
        {t('Add divider')}
      </Button>
    </div>
  );
}

function Entry({ entry, draft, choose, remove, restore, move }: EntryListProps & { readonly entry: FilterEntry }) {
  const t = useT();
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: entry.id });
  const isGone = draft.pending.includes(entry.id);
  const name = (isFilter(entry) ? entry.name : entry.title) || t('[untitled]');
  return (
    <div
      ref={setNodeRef}
      className={classNames(lineRoles.line, isDragging && styles.dragged)}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        className={classNames(
          styles.entry,
          !isFilter(entry) && styles.divider,
          entry.id === draft.chosenId && styles.chosen,
          isGone && styles.gone,
        )}
        aria-current={entry.id === draft.chosenId}
        {...listeners}
        onClick={() => choose(entry.id)}
        onKeyDown={(event) => {
          if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
          event.preventDefault();
          move(entry.id, event.key === 'ArrowUp' ? -1 : 1);
        }}
        title={t('Drag it, or move it with Alt and an arrow key')}
      >
        <HolderOutlined aria-hidden="true" />
        <span className={textRoles.truncated}>{isGone ? t('(Removed)') : name}</span>
      </button>
      {isGone ? (
        <IconButton icon={UndoOutlined} size="small" label={t('Undo?')} onClick={() => restore(entry.id)} />
      ) : (
        <IconButton icon={DeleteOutlined} size="small" label={t('Remove')} onClick={() => remove(entry.id)} />
      )}
    </div>
  );
}
