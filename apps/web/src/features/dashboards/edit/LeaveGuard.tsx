import { Button, Modal } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { useLeaveGuard } from '../../../leaving/index.ts';
import { DashboardClash, useSave } from '../saving/index.ts';
import { hasUnsavedChanges, useDashboard, useOpenDashboard } from '../state/index.ts';

export interface LeaveGuardProps {
  /** Somebody else changed the same meanwhile: the page stays and asks. */
  readonly onConflict: (clash: DashboardClash) => void;
}

/** Asks before unsaved changes are left behind: by a link, by the browser's back button, by closing the page. */
export function LeaveGuard({ onConflict }: LeaveGuardProps) {
  const t = useT();
  const { store } = useOpenDashboard();
  const isUnsaved = useDashboard(hasUnsavedChanges);
  const { save, isSaving } = useSave();
  const blocker = useLeaveGuard({ isAtRisk: isUnsaved, findRisk: () => hasUnsavedChanges(store.getState()) });
  if (blocker.state !== 'blocked') return null;
  const saveAndLeave = async () => {
    const outcome = await save();
    if (outcome === 'saved') return blocker.proceed();
    blocker.reset();
    if (outcome instanceof DashboardClash) onConflict(outcome);
  };
  return (
    <Modal
      role="alertdialog"
      title={t('Leave without saving?')}
      onClose={() => blocker.reset()}
      foot={
        <>
          <Button onClick={() => blocker.reset()}>{t('Keep editing')}</Button>
          <Button kind="danger" onClick={() => blocker.proceed()}>
            {t('Leave without saving')}
          </Button>
          <Button kind="primary" isBusy={isSaving} onClick={() => void saveAndLeave()}>
            {t('Save and leave')}
          </Button>
        </>
      }
    >
      <p>{t('What you changed since the last save will be lost.')}</p>
    </Modal>
  );
}
