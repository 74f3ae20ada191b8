import { Button, Modal, textRoles, toasts } from '@powerset/ui';
import { useState } from 'react';
import { errorText } from '../../../../api/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { logEvent } from '../../../../shell/index.ts';
import { type FilterEntry, filterProblems, toStoredEntry } from '../../filters/index.ts';
import { type ClashAnswer, DashboardClash, SaveFailure, saveMetadata } from '../../saving/index.ts';
import { useOpenDashboard } from '../../state/index.ts';
import { EntryList } from './EntryList.tsx';
import styles from './FilterConfigModal.module.css';
import { FilterEntryForm } from './FilterEntryForm.tsx';
import { useFilterDraft, withoutEntry } from './use-filter-draft.ts';

type Store = ReturnType<typeof useOpenDashboard>['store'];

/** The dashboard's native filters and dividers, each edited at the right; saved at once. */
export function FilterConfigModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  const { draft, ...actions } = useFilterDraft();
  const [isBusy, setIsBusy] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const chosen = draft.entries.find((entry) => entry.id === draft.chosenId);
  const save = async (answer?: ClashAnswer) => {
    const kept = draft.pending.reduce(withoutEntry, draft).entries.map(toStoredEntry);
    const wrong = kept.find((entry) => filterProblems(entry).length > 0);
    if (wrong) {
      setShowsProblems(true);
      actions.choose(wrong.id);
      return;
    }
    setIsBusy(true);
    setFailure(null);
    const error = await saveFilters(store, kept, answer);
    setIsBusy(false);
    if (error === null) return onClose();
    setFailure(error);
    if (!(error instanceof DashboardClash))
      toasts.danger(t('Failed to save the filter configuration: {{message}}', { message: errorText(error) }));
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
      <SaveFailure title={t('The filters were not saved')} error={failure} onAnswer={(answer) => void save(answer)} />
      <div className={styles.columns}>
        <EntryList draft={draft} {...actions} />
        <div className={styles.form}>
          {chosen ? (
            <FilterEntryForm
              key={chosen.id}
              entry={chosen}
              entries={draft.entries}
              problems={showsProblems ? filterProblems(chosen) : []}
              onChange={actions.change}
            />
          ) : (
            <p className={textRoles.muted}>{t('Add a filter or a divider at the left.')}</p>
          )}
        </div>
      </div>
    </Modal>
  );
}

/** Saves the filters at once, or puts everything back and says what went wrong. */
async function saveFilters(
  store: Store,
  entries: readonly FilterEntry[],
  answer: ClashAnswer | undefined,
): Promise<unknown> {
  const before = store.getState();
  const step = (name: string) =>
    logEvent({
      event_name: `set_native_filters_config_${name}`,
      source: 'dashboard',
      source_id: before.dashboard.id,
    });
  step('begin');
  try {
    before.setFilters(entries);
    store.setState({ hasOtherChanges: before.hasOtherChanges });
    // As the state holds them now: with the charts and tabs that each reaches.
    const scoped = store.getState().filters.map((entry) => ({ ...entry }));
    await saveMetadata(store, { native_filter_configuration: scoped }, answer);
    step('complete');
    return null;
  } catch (error) {
    store.setState({ filters: before.filters, bar: before.bar });
    step('fail');
    return error;
  }
}
