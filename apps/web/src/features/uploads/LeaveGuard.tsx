import { Button, Modal } from '@powerset/ui';
import { useEffect } from 'react';
import { useT } from '../../i18n/index.ts';
import { useLeaveGuard } from '../../leaving/index.ts';
import type { UploadStep } from './use-upload.ts';

export interface LeaveGuardProps {
  readonly step: UploadStep;
  /** Asked in the moment of leaving, when the step may not be drawn yet. */
  readonly isUnderWay: () => boolean;
}

/** Asks before a file on its way is left behind: by a link, by the browser's back button, by closing the page. */
export function LeaveGuard({ step, isUnderWay }: LeaveGuardProps) {
  const t = useT();
  const isSending = step.kind === 'staging';
  const isBusy = isSending || step.kind === 'loading';
  const blocker = useLeaveGuard({ isAtRisk: isBusy, findRisk: isUnderWay });
  // What was waited for is there: nothing is left behind any more.
  const isHeld = blocker.state === 'blocked' && isBusy;
  useEffect(() => {
    if (blocker.state === 'blocked' && !isBusy) blocker.reset();
  }, [blocker, isBusy]);
  if (!isHeld) return null;
  return (
    <Modal
      role="alertdialog"
      title={t('Leave during the upload?')}
      onClose={() => blocker.reset()}
      foot={
        <>
          <Button kind="primary" onClick={() => blocker.reset()}>
            {t('Stay here')}
          </Button>
          <Button kind="danger" onClick={() => blocker.proceed()}>
            {t('Leave')}
          </Button>
        </>
      }
    >
      <p>
        {isSending
          ? t('The file has not arrived yet. It is not kept when you leave.')
          : t('The rows are still being loaded. That goes on when you leave, but you are not told how it ended.')}
      </p>
    </Modal>
  );
}
