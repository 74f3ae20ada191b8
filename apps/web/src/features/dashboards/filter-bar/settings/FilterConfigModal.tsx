import { Button, classNames, Modal, textRoles } from '@powerset/ui';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { type FilterEntry, filterProblems, isFilter, toStoredEntry } from '../../filters/index.ts';
import { type ClashAnswer, SaveFailure, saveFilters } from '../../saving/index.ts';
import { useNotedDeletions, useOpenDashboard } from '../../state/index.ts';
import { EntryList } from './EntryList.tsx';
import styles from './FilterConfigModal.module.css';
import { FilterEntryForm } from './FilterEntryForm.tsx';
import { FilterPreview } from './FilterPreview.tsx';
import { ProposedFilters, useNewFilter, useProposals, withProposal } from './ProposedFilters.tsx';
import { type FilterDraft, useFilterDraft, withoutEntry } from './use-filter-draft.ts';

/** The dashboard's native filters and dividers, each edited beside its preview; saved at once. */
export function FilterConfigModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { store } = useOpenDashboard();
  useNotedDeletions();
  const { draft, ...actions } = useFilterDraft();
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLDivElement>(null);
  const chosen = draft.entries.find((entry) => entry.id === draft.chosenId);
  const add = (entry: FilterEntry) => {
    actions.add(entry);
    focusFirstField(form);
  };
  const save = async (answer?: ClashAnswer) => {
    const kept = draft.pending.reduce(withoutEntry, draft).entries.map(toStoredEntry);
    const wrong = kept.find((entry) => filterProblems(entry, draft.wishes[entry.id]).length > 0);
    if (wrong) {
      actions.choose(wrong.id);
      actions.judge();
      requestAnimationFrame(() => focusProblem(form.current));
      return;
    }
    setIsBusy(true);
    setFailure(null);
    const error = await saveFilters(store, kept, answer);
    setIsBusy(false);
    if (error === null) return onClose();
    setFailure(error);
  };
  const close = () => {
    if (isAsking) setIsAsking(false);
    else if (isTouched(draft, store.getState().filters)) setIsAsking(true);
    else onClose();
  };
  return (
    <Modal
      title={t('Add and edit filters')}
      width={1080}
      isSticky
      isFixedSize
      closesAtOnce
      onClose={close}
      foot={
        isAsking ? (
          <DiscardQuestion onDiscard={onClose} onKeep={() => setIsAsking(false)} />
        ) : (
          <>
            <Button onClick={close}>{t('Cancel')}</Button>
            <Button kind="primary" isBusy={isBusy} onClick={() => void save()}>
              {t('Save')}
            </Button>
          </>
        )
      }
    >
      <SaveFailure title={t('The filters were not saved')} error={failure} onAnswer={(answer) => void save(answer)} />
      <div className={classNames(styles.columns, chosen && isFilter(chosen) ? undefined : styles.single)}>
        <EntryList draft={draft} {...actions} add={add} />
        <div ref={form} className={styles.form} data-filter-form>
          {chosen ? (
            <ChosenForm
              key={chosen.id}
              entry={chosen}
              draft={draft}
              {...actions}
              onProposed={() => focusFirstField(form)}
            />
          ) : (
            <Begin add={add} />
          )}
        </div>
        {chosen && isFilter(chosen) ? <FilterPreview key={chosen.id} filter={chosen} /> : null}
      </div>
    </Modal>
  );
}

type Actions = Omit<ReturnType<typeof useFilterDraft>, 'draft'>;

interface ChosenFormProps extends Pick<Actions, 'change' | 'wish'> {
  readonly entry: FilterEntry;
  readonly draft: FilterDraft;
  readonly onProposed: () => void;
}

function ChosenForm({ entry, draft, change, wish, onProposed }: ChosenFormProps) {
  const wishes = draft.wishes[entry.id] ?? [];
  return (
    <FilterEntryForm
      entry={entry}
      entries={draft.entries}
      wishes={wishes}
      problems={draft.judged.includes(entry.id) ? filterProblems(entry, wishes) : []}
      onChange={change}
      onProposed={onProposed}
      onWish={(what, isOn) => wish(entry.id, what, isOn)}
    />
  );
}

/** Nothing is there yet: what the charts would be filtered by, one press each. */
function Begin({ add }: Pick<Actions, 'add'>) {
  const t = useT();
  const proposals = useProposals([]);
  const makeFilter = useNewFilter();
  return (
    <>
      <p className={textRoles.muted}>{t('Add a filter or a divider at the left.')}</p>
      <ProposedFilters proposals={proposals} onChoose={(proposal) => add(withProposal(makeFilter(), proposal))} />
    </>
  );
}

function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const t = useT();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <span role="alert" className={styles.question}>
        {t('Discard changes?')}
      </span>
      <Button onClick={onDiscard}>{t('Discard')}</Button>
      <Button ref={keep} kind="primary" onClick={onKeep}>
        {t('Keep editing')}
      </Button>
    </>
  );
}

/** Whether closing would lose anything. */
function isTouched(draft: FilterDraft, before: readonly FilterEntry[]): boolean {
  return draft.pending.length > 0 || JSON.stringify(draft.entries) !== JSON.stringify(before);
}

/** What was pressed for it may be gone: whoever began a filter goes on at its name. */
function focusFirstField(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="text"]')?.focus());
}

/** Leads to the first field that lacks something. */
function focusProblem(form: HTMLElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(input, button)');
  field?.focus();
  field?.scrollIntoView({ block: 'nearest' });
}
