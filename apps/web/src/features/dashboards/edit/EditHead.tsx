import { DownOutlined, RedoOutlined, SaveOutlined, SettingOutlined, UndoOutlined } from '@ant-design/icons-svg';
import { Badge, Button, ButtonPair, IconButton, MenuButton, Modal, TextInput, textRoles, useMedia } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useShortcut } from '../../../shell/index.ts';
import { type DashboardDialog, DashboardDialogs, Deleted } from '../dialogs/index.ts';
import { type ClashAnswer, ConflictModal, DashboardClash, useReload, useSave } from '../saving/index.ts';
import { hasUnsavedChanges, useDashboard, useOpenDashboard, withoutUnsaved } from '../state/index.ts';
import { HeadEnd, HeadFrame, Presence, useEditMode } from '../view/index.ts';
import styles from './EditHead.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';

/** Title, undo, properties, discard, save. */
export function EditHead() {
  const t = useT();
  const title = useDashboard((state) => state.title);
  const setTitle = useDashboard((state) => state.setTitle);
  const isUnsaved = useDashboard(hasUnsavedChanges);
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [clash, setClash] = useState<DashboardClash | null>(null);
  const { save, isSaving } = useSave();
  const editMode = useEditMode();
  const discard = useDiscard();
  const submit = async (answer?: ClashAnswer) => {
    const outcome = await save(answer);
    setClash(outcome instanceof DashboardClash ? outcome : null);
    if (outcome === 'saved') editMode.leave();
  };
  useShortcut({
    keys: 'Ctrl s',
    label: t('Save'),
    group: t('Dashboard'),
    run: () => void submit(),
    worksInFields: true,
  });
  return (
    <HeadFrame isRuled>
      <h1 className={textRoles.spoken}>{t('Edit dashboard')}</h1>
      <span className={styles.title}>
        <TextInput
          aria-label={t('Dashboard title')}
          value={title}
          maxLength={500}
          placeholder={t('[ untitled dashboard ]')}
          onChange={setTitle}
        />
      </span>
      {isUnsaved ? (
        <span className={styles.unsaved} title={t('Unsaved changes')}>
          <Badge kind="warning">{t('Unsaved changes')}</Badge>
        </span>
      ) : null}
      <HeadEnd>
        <Presence isEditing />
        <span className={styles.history}>
          <UndoButtons />
          <Deleted />
        </span>
        <span>
          <PropertiesButton onClick={() => setDialog('properties')} />
        </span>
        <Button onClick={() => (isUnsaved ? setIsAsking(true) : editMode.leave())}>{t('Discard')}</Button>
        <span data-leads>
          <SaveButtons isSaving={isSaving} onSave={() => void submit()} onSaveAs={() => setDialog('save-as')} />
        </span>
      </HeadEnd>
      {dialog ? (
        <Suspense fallback={null}>
          <DashboardDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {clash ? (
        <ConflictModal clash={clash} onClose={() => setClash(null)} onAnswer={(answer) => void submit(answer)} />
      ) : null}
      <LeaveGuard onConflict={setClash} />
      {isAsking ? (
        <DiscardModal onClose={() => setIsAsking(false)} onDiscard={() => discard().then(editMode.leave)} />
      ) : null}
    </HeadFrame>
  );
}

/** The dashboard as it is stored; what was deleted since is there again. */
function useDiscard(): () => Promise<void> {
  const { store } = useOpenDashboard();
  const reload = useReload();
  return async () => {
    await reload();
    store.setState({ deletions: withoutUnsaved(store.getState().deletions) });
  };
}

interface SaveButtonsProps {
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onSaveAs: () => void;
}

function SaveButtons({ isSaving, onSave, onSaveAs }: SaveButtonsProps) {
  const t = useT();
  return (
    <ButtonPair>
      <Button kind="primary" icon={SaveOutlined} isBusy={isSaving} aria-keyshortcuts="Control+S" onClick={onSave}>
        {t('Save')}
      </Button>
      <MenuButton
        label={t('More ways to save')}
        placement="bottom-end"
        trigger={<IconButton kind="primary" icon={DownOutlined} label={t('More ways to save')} hasTooltip={false} />}
        items={[{ key: 'save-as', label: t('Save as'), onSelect: onSaveAs }]}
      />
    </ButtonPair>
  );
}

/** Without its word where the line is short. */
function PropertiesButton({ onClick }: { onClick: () => void }) {
  const t = useT();
  const isPhone = useMedia('(max-width: 599px)');
  if (isPhone) return <IconButton icon={SettingOutlined} label={t('Properties')} onClick={onClick} />;
  return (
    <Button kind="text" icon={SettingOutlined} onClick={onClick}>
      {t('Properties')}
    </Button>
  );
}

function UndoButtons() {
  const t = useT();
  const canUndo = useDashboard((state) => state.history.past.length > 0);
  const canRedo = useDashboard((state) => state.history.future.length > 0);
  const undo = useDashboard((state) => state.undo);
  const redo = useDashboard((state) => state.redo);
  return (
    <>
      <IconButton icon={UndoOutlined} label={t('Undo')} shortcut="Ctrl Z" isDisabled={!canUndo} onClick={undo} />
      <IconButton icon={RedoOutlined} label={t('Redo')} shortcut="Ctrl Shift Z" isDisabled={!canRedo} onClick={redo} />
    </>
  );
}

function DiscardModal({ onClose, onDiscard }: { onClose: () => void; onDiscard: () => Promise<void> }) {
  const t = useT();
  return (
    <Modal
      role="alertdialog"
      title={t('Discard changes?')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Keep editing')}</Button>
          <Button kind="danger-solid" onClick={() => void onDiscard().then(onClose)}>
            {t('Discard')}
          </Button>
        </>
      }
    >
      <p>{t('What you changed since the last save will be lost.')}</p>
    </Modal>
  );
}
