import { DeleteOutlined, HolderOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons-svg';
import { closestCenter, DndContext, type DragEndEvent } from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS as DragStyle } from '@dnd-kit/utilities';
import { Button, classNames, Icon, IconButton, lineRoles, textRoles } from '@powerset/ui';
import { useRef } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useListedKeys } from '../../../../shell/index.ts';
import { type FilterEntry, filterProblems, isFilter, newDivider } from '../../filters/index.ts';
import { makeNodeId, silentDrag, useDragSensors } from '../../state/index.ts';
import styles from './EntryList.module.css';
import { useNewFilter } from './ProposedFilters.tsx';
import type { FilterDraft, useFilterDraft } from './use-filter-draft.ts';

export type EntryListProps = { readonly draft: FilterDraft } & Omit<ReturnType<typeof useFilterDraft>, 'draft'>;

/** Filters and dividers in the order of the bar; dragged, or moved with Alt and an arrow key. */
export function EntryList(props: EntryListProps) {
  const t = useT();
  const { draft, add, moveOver } = props;
  const makeFilter = useNewFilter();
  const list = useRef<HTMLDivElement>(null);
  const sensors = useDragSensors();
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) moveOver(String(active.id), String(over.id));
  };
  const group = t('Filters');
  useListedKeys({ keys: 'Delete', label: t('Remove filter'), group });
  useListedKeys({ keys: 'Alt ↑', label: t('Move the filter up'), group });
  useListedKeys({ keys: 'Alt ↓', label: t('Move the filter down'), group });
  const step = (id: string, by: number) => {
    const next = draft.entries[draft.entries.findIndex((entry) => entry.id === id) + by];
    if (!next) return;
    props.choose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <div ref={list} className={styles.list}>
      <DndContext sensors={sensors} accessibility={silentDrag} collisionDetection={closestCenter} onDragEnd={onDragEnd}>
        <SortableContext items={draft.entries.map((entry) => entry.id)} strategy={verticalListSortingStrategy}>
          {draft.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} {...props} onStep={(by) => step(entry.id, by)} />
          ))}
        </SortableContext>
      </DndContext>
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(makeFilter())}>
        {t('Add filter')}
      </Button>
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(newDivider(makeNodeId('').slice(1)))}>
        {t('Add divider')}
      </Button>
    </div>
  );
}

interface EntryProps extends EntryListProps {
  readonly entry: FilterEntry;
  /** Goes on to the entry above or below. */
  readonly onStep: (by: -1 | 1) => void;
}

function Entry({ entry, draft, choose, remove, restore, move, onStep }: EntryProps) {
  const t = useT();
  const { listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: entry.id });
  const isGone = draft.pending.includes(entry.id);
  const problems = isGone ? [] : filterProblems(entry, draft.wishes[entry.id]);
  const name = (isFilter(entry) ? entry.name : entry.title) || t('[untitled]');
  return (
    <div
      ref={setNodeRef}
      className={classNames(lineRoles.line, isDragging && styles.dragged)}
      style={{ transform: DragStyle.Translate.toString(transform), transition }}
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
        data-entry={entry.id}
        onKeyDown={(event) => {
          if (event.key === 'Delete' && !isGone) return remove(entry.id);
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          const by = event.key === 'ArrowUp' ? -1 : 1;
          if (event.altKey) move(entry.id, by);
          else onStep(by);
        }}
        title={t('Drag it, or move it with Alt and an arrow key')}
      >
        <Icon of={HolderOutlined} />
        <span dir="auto" className={textRoles.truncated}>
          {isGone ? t('(Removed)') : name}
        </span>
        {problems.length > 0 ? (
          <span
            className={classNames(lineRoles.end, styles.missing)}
            title={problems.map(({ text }) => t(text)).join('\n')}
          >
            <span aria-hidden="true">{problems.length}</span>
            <span className={textRoles.spoken}>
              {problems.length === 1
                ? t('1 thing is missing')
                : t('{{count}} things are missing', { count: problems.length })}
            </span>
          </span>
        ) : null}
      </button>
      {isGone ? (
        <IconButton icon={UndoOutlined} size="small" label={t('Undo?')} onClick={() => restore(entry.id)} />
      ) : (
        <IconButton icon={DeleteOutlined} size="small" label={t('Remove')} onClick={() => remove(entry.id)} />
      )}
    </div>
  );
}
