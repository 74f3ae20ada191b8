import { DeleteOutlined, HolderOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, classNames, IconButton, Modal, toasts } from '@powerset/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { logEvent } from '../../../shell/index.ts';
import {
  type FilterEntry,
  filterProblems,
  isFilter,
  newDivider,
  newFilter,
  removalDelayMs,
  toStoredEntry,
} from '../filters/index.ts';
import { useDashboard, useOpenDashboard } from '../state/dashboard-context.tsx';
import { makeNodeId } from '../state/make-node-id.ts';
import { saveMetadata } from './CrossScopesModal.tsx';
import { FilterEntryForm } from './FilterEntryForm.tsx';

interface Draft {
  readonly entries: readonly FilterEntry[];
  readonly chosenId: string | null;
  /** Removed a moment ago; can be taken back. */
  readonly pending: readonly string[];
}

/** Removing an entry takes effect after a while, in which it can be taken back. */
function useDraft() {
  const filters = useDashboard((state) => state.filters);
  const [draft, setDraft] = useState<Draft>({ entries: filters, chosenId: filters[0]?.id ?? null, pending: [] });
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => running.forEach(clearTimeout);
  }, []);
  const remove = (id: string) => {
    setDraft((last) => ({ ...last, pending: [...last.pending, id] }));
    const timer = setTimeout(() => setDraft((last) => withoutEntry(last, id)), removalDelayMs);
    timers.current.set(id, timer);
  };
  const restore = (id: string) => {
    clearTimeout(timers.current.get(id));
    setDraft((last) => ({ ...last, pending: last.pending.filter((other) => other !== id) }));
  };
  const add = (entry: FilterEntry) =>
    setDraft((last) => ({ ...last, entries: [...last.entries, entry], chosenId: entry.id }));
  const change = (entry: FilterEntry) =>
    setDraft((last) => ({ ...last, entries: last.entries.map((other) => (other.id === entry.id ? entry : other)) }));
  const move = (id: string, by: number) => setDraft((last) => ({ ...last, entries: moved(last.entries, id, by) }));
  const choose = (chosenId: string) => setDraft((last) => ({ ...last, chosenId }));
  return { draft, remove, restore, add, change, move, choose };
}

function withoutEntry(draft: Draft, id: string): Draft {
  const entries = draft.entries
    .filter((entry) => entry.id !== id)
    .map((entry) =>
      isFilter(entry) && entry.cascadeParentIds.includes(id)
        ? { ...entry, cascadeParentIds: entry.cascadeParentIds.filter((parent) => parent !== id) }
        : entry,
    );
  return {
    entries,
    chosenId: draft.chosenId === id ? (entries[0]?.id ?? null) : draft.chosenId,
    pending: draft.pending.filter((other) => other !== id),
  };
}

function moved(entries: readonly FilterEntry[], id: string, by: number): readonly FilterEntry[] {
  const at = entries.findIndex((entry) => entry.id === id);
  const to = Math.max(0, Math.min(entries.length - 1, at + by));
  const rest = entries.filter((entry) => entry.id !== id);
  const entry = entries[at];
  return entry ? [...rest.slice(0, to), entry, ...rest.slice(to)] : entries;
}

/** The dashboard's native filters and dividers, each edited at the right; saved at once. */
export function FilterConfigModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const { draft, ...actions } = useDraft();
  const [isBusy, setIsBusy] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const chosen = draft.entries.find((entry) => entry.id === draft.chosenId);
  const save = async () => {
    const kept = draft.pending.reduce(withoutEntry, draft).entries.map(toStoredEntry);
    const wrong = kept.find((entry) => filterProblems(entry).length > 0);
    if (wrong) {
      setShowsProblems(true);
      actions.choose(wrong.id);
      return;
    }
    setIsBusy(true);
    const step = (name: string) =>
      logEvent({
        event_name: `set_native_filters_config_${name}`,
        source: 'dashboard',
        source_id: store.getState().dashboard.id,
      });
    step('begin');
    const before = store.getState();
    try {
      before.setFilters(kept);
      store.setState({ hasOtherChanges: before.hasOtherChanges });
      // As the state holds them now: with the charts and tabs that each reaches.
      const scoped = store.getState().filters.map((entry) => ({ ...entry }));
      await saveMetadata(store, { native_filter_configuration: scoped });
      step('complete');
      onClose();
    } catch (error) {
      store.setState({ filters: before.filters, bar: before.bar });
      step('fail');
      toasts.danger(t('Failed to save the filter configuration: {{message}}', { message: errorText(error) }));
      setIsBusy(false);
    }
  };
  return (
    <Modal
      title={t('Add and edit filters')}
      width={1080}
      isSticky
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="fc">
        <EntryList draft={draft} {...actions} />
        <div className="fc__form">
          {chosen ? (
            <FilterEntryForm
              key={chosen.id}
              entry={chosen}
              entries={draft.entries}
              problems={showsProblems ? filterProblems(chosen) : []}
              onChange={actions.change}
            />
          ) : (
            <p className="ps-t3">{t('Add a filter or a divider at the left.')}</p>
          )}
        </div>
      </div>
    </Modal>
  );
}

type ListProps = { readonly draft: Draft } & Omit<ReturnType<typeof useDraft>, 'draft'>;

function EntryList({ draft, add, choose, remove, restore, move }: ListProps) {
  const t = useT();
  return (
    <div className="fc__list">
      {draft.entries.map((entry) => {
        const isGone = draft.pending.includes(entry.id);
        const name = isFilter(entry) ? entry.name || t('[untitled]') : entry.title || t('[untitled]');
        return (
          <div key={entry.id} className="ps-row">
            <button
              type="button"
              className={classNames('fc__entry', entry.id === draft.chosenId && 'is-on', isGone && 'is-gone')}
              aria-current={entry.id === draft.chosenId}
              onClick={() => choose(entry.id)}
              onKeyDown={(event) => {
                if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
                event.preventDefault();
                move(entry.id, event.key === 'ArrowUp' ? -1 : 1);
              }}
              title={t('Alt and an arrow key move it')}
            >
              <HolderOutlined aria-hidden="true" />
              <span className="ps-cut">{isGone ? t('(Removed)') : name}</span>
            </button>
            {isGone ? (
              <IconButton icon={UndoOutlined} size="small" label={t('Undo?')} onClick={() => restore(entry.id)} />
            ) : (
              <IconButton icon={DeleteOutlined} size="small" label={t('Remove')} onClick={() => remove(entry.id)} />
            )}
          </div>
        );
      })}
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(newFilter(makeNodeId('').slice(1)))}>
        {t('Add filter')}
      </Button>
      <Button kind="text" size="small" icon={PlusOutlined} onClick={() => add(newDivider(makeNodeId('').slice(1)))}>
        {t('Add divider')}
      </Button>
    </div>
  );
}
