import { Button, Modal } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../i18n/index.ts';

export interface OverwriteModalProps {
  /** Who saved meanwhile, and in what the versions differ. */
  readonly children: ReactNode;
  readonly width?: 520 | 800;
  /** What leaving the dialog means: going on as before. */
  readonly stayLabel: string;
  readonly onStay: () => void;
  readonly onTakeTheirs: () => void;
  /** Without it nothing can be overwritten yet: the other version is still being read. */
  readonly onOverwrite?: (() => void) | undefined;
}

/** Somebody else saved the same object meanwhile: the choice whose version stays. */
export function OverwriteModal({ width = 800, ...props }: OverwriteModalProps) {
  const t = useT();
  return (
    <Modal
      role="alertdialog"
      title={t('Confirm overwrite')}
      width={width}
      isSticky
      closesAtOnce
      onClose={props.onStay}
      foot={
        <>
          <Button onClick={props.onStay}>{props.stayLabel}</Button>
          <Button onClick={props.onTakeTheirs}>{t('Take theirs')}</Button>
          <Button kind="danger-solid" isDisabled={!props.onOverwrite} onClick={() => props.onOverwrite?.()}>
            {t('Overwrite')}
          </Button>
        </>
      }
    >
      {props.children}
    </Modal>
  );
}
