import { BookOutlined, CheckOutlined, EllipsisOutlined } from '@ant-design/icons-svg';
import type { WireFilterSetRow } from '@powerset/contract';
import {
  Badge,
  Button,
  Checkbox,
  classNames,
  EmptyState,
  Field,
  Icon,
  IconButton,
  ListSkeleton,
  MenuButton,
  type MenuEntry,
  sayBeside,
  TextInput,
  textRoles,
} from '@powerset/ui';
import { type FormEvent, Suspense, useState } from 'react';
import { ApiError, errorText } from '../../../../api/index.ts';
import { LoadFailureBox } from '../../../../controls/load-failure/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { lazyPart, useSession } from '../../../../shell/index.ts';
import { isConflict } from '../../saving/index.ts';
import { useDashboard } from '../../state/index.ts';
import styles from './FilterSetsPanel.module.css';
import { isSetInForce, readSet } from './set-masks.ts';
import { type FilterSetCalls, sayFailure, useFilterSetCalls, useFilterSets } from './use-filter-sets.ts';
import { useSetWords } from './use-set-words.ts';

const SetConflict = lazyPart(async () => (await import('./SetConflict.tsx')).SetConflict);

/** Named states of the filters: to keep the present one, and to come back to one; bare where a frame is around it. */
export function FilterSetsPanel({ isBare }: { isBare: boolean }) {
  const t = useT();
  const { can } = useSession();
  const mayWrite = can('can_write', 'FilterSets');
  const calls = useFilterSetCalls();
  return (
    <section className={classNames(styles.panel, isBare && styles.bare)} aria-label={t('Filter sets')}>
      <h3>{t('Filter sets')}</h3>
      {mayWrite ? <SaveForm calls={calls} /> : null}
      <FilterSetList calls={calls} mayWrite={mayWrite} />
      <div className={textRoles.spoken} role="status">
        {calls.step === 'begin' ? t('Saving...') : null}
        {calls.step === 'complete' ? t('Saved') : null}
        {calls.step === 'fail' ? t('Not saved') : null}
      </div>
    </section>
  );
}

/** Keeps the filters as they are chosen under a name. */
function SaveForm({ calls }: { calls: FilterSetCalls }) {
  const t = useT();
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const [name, setName] = useState<string | null>(null);
  const [isForAll, setIsForAll] = useState(isEditable);
  const [error, setError] = useState<string | null>(null);
  if (name === null)
    return (
      <Button size="small" onClick={() => setName('')}>
        {t('Save current filters')}
      </Button>
    );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const failure = await calls.create(name.trim(), isForAll);
    setError(failure === null ? null : problemOf(failure));
    if (failure === null) setName(null);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <NameField label={t('Name')} value={name} error={error} onChange={setName} onCancel={() => setName(null)} />
      {isEditable ? (
        <Checkbox isChecked={isForAll} onChange={setIsForAll}>
          {t('For everyone who sees this dashboard')}
        </Checkbox>
      ) : null}
      <div className={styles.buttons}>
        <Button kind="primary" size="small" type="submit" isBusy={calls.step === 'begin'} isDisabled={!name.trim()}>
          {t('Save')}
        </Button>
        <Button size="small" onClick={() => setName(null)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(failure: unknown): string {
  const fields = failure instanceof ApiError ? Object.values(failure.fields).flat() : [];
  return fields.length > 0 ? fields.join(' ') : errorText(failure);
}

function FilterSetList(props: { calls: FilterSetCalls; mayWrite: boolean }) {
  const t = useT();
  const { data, error, refetch } = useFilterSets();
  if (error)
    return (
      <LoadFailureBox title={t('The filter sets could not be read')} error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <ListSkeleton rows={2} />;
  if (data.length === 0)
    return (
      <EmptyState
        size="small"
        icon={BookOutlined}
        title={t('No filter sets yet')}
        text={t('A filter set keeps the values of all filters under a name.')}
      />
    );
  return (
    <ul className={styles.list}>
      {data.map((set) => (
        <FilterSetItem key={set.id} set={set} {...props} />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly set: WireFilterSetRow;
  readonly calls: FilterSetCalls;
  readonly mayWrite: boolean;
}

function FilterSetItem({ set, calls, mayWrite }: ItemProps) {
  const t = useT();
  const filters = useDashboard((state) => state.filters);
  const draft = useDashboard((state) => state.bar.draft);
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const setFilterMasks = useDashboard((state) => state.setFilterMasks);
  const [isRenaming, setIsRenaming] = useState(false);
  const toWords = useSetWords();
  const { masks, lost, values } = readSet(set, filters);
  const isOn = isSetInForce(masks, draft);
  const mayChange = mayWrite && (set.owner_type === 'User' || isEditable);
  if (isRenaming) return <RenameField set={set} calls={calls} onDone={() => setIsRenaming(false)} />;
  const about = values.map((one) => `${one.name}: ${toWords(one)}`).join(' · ') || t('No values');
  return (
    <li className={classNames(styles.set, isOn && styles.inForce)}>
      <button type="button" className={styles.apply} aria-pressed={isOn} onClick={() => setFilterMasks(masks)}>
        <span className={styles.name}>
          {isOn ? <Icon of={CheckOutlined} size={12} /> : null}
          <span dir="auto" className={textRoles.truncated}>
            {set.name}
          </span>
          {set.owner_type === 'Dashboard' ? <Badge>{t('Everyone')}</Badge> : null}
        </span>
        <span className={styles.about} title={about}>
          {about}
        </span>
        {lost > 0 ? (
          <span className={styles.lost}>{t('Filters that were changed since: {{count}}', { count: lost })}</span>
        ) : null}
      </button>
      {mayChange ? (
        <SetMenu set={set} calls={calls} mayShare={isEditable} onRename={() => setIsRenaming(true)} />
      ) : null}
    </li>
  );
}

interface SetMenuProps {
  readonly set: WireFilterSetRow;
  readonly calls: FilterSetCalls;
  readonly mayShare: boolean;
  readonly onRename: () => void;
}

function SetMenu({ set, calls, mayShare, onRename }: SetMenuProps) {
  const t = useT();
  const label = t('Actions of {{name}}', { name: set.name });
  const tell = (call: Promise<unknown>, say = sayBeside()) => void call.then((failure) => sayFailure(say, failure));
  const [conflict, setConflict] = useState<unknown>(null);
  const setFilterMasks = useDashboard((state) => state.setFilterMasks);
  const filters = useDashboard((state) => state.filters);
  const overwrite = (say = sayBeside()) =>
    void calls
      .overwrite(set)
      .then((failure) => (isConflict(failure) ? setConflict(failure) : sayFailure(say, failure)));
  const items: readonly MenuEntry[] = [
    { key: 'rename', label: t('Rename'), onSelect: onRename },
    { key: 'overwrite', label: t('Overwrite with current filters'), onSelect: () => overwrite() },
    ...(mayShare && set.owner_type === 'User'
      ? [{ key: 'share', label: t('Make available to everyone'), onSelect: () => tell(calls.share(set)) }]
      : []),
    { kind: 'rule', key: 'rule' },
    { key: 'delete', label: t('Delete'), isDanger: true, onSelect: () => calls.remove(set) },
  ];
  return (
    <>
      <MenuButton
        label={label}
        placement="bottom-end"
        trigger={<IconButton icon={EllipsisOutlined} size="small" label={label} hasTooltip={false} />}
        items={items}
      />
      {conflict === null ? null : (
        <Suspense fallback={null}>
          <SetConflict
            set={set}
            message={errorText(conflict)}
            onClose={() => setConflict(null)}
            onOverwrite={overwrite}
            onTakeTheirs={() => setFilterMasks(readSet(set, filters).masks)}
          />
        </Suspense>
      )}
    </>
  );
}

function RenameField({ set, calls, onDone }: Pick<ItemProps, 'set' | 'calls'> & { onDone: () => void }) {
  const t = useT();
  const [name, setName] = useState(set.name);
  const [error, setError] = useState<string | null>(null);
  const save = async () => {
    if (!name.trim() || name.trim() === set.name) return onDone();
    const failure = await calls.rename(set, name.trim());
    if (failure === null) onDone();
    else setError(problemOf(failure));
  };
  return (
    <li>
      <NameField
        label={t('Name of the filter set')}
        value={name}
        error={error}
        onChange={setName}
        onCancel={onDone}
        onConfirm={() => void save()}
      />
    </li>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (name: string) => void;
  readonly onCancel: () => void;
  /** Enter, and leaving the field when nothing is wrong. A form around it hears of Enter by itself. */
  readonly onConfirm?: () => void;
}

function NameField({ label, value, error, onChange, onCancel, onConfirm }: NameFieldProps) {
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <TextInput
          {...ids}
          autoFocus
          size="small"
          value={value}
          maxLength={500}
          onChange={onChange}
          onBlur={error === null ? onConfirm : undefined}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onConfirm?.();
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            onCancel();
          }}
        />
      )}
    </Field>
  );
}
