import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  DeleteOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon, type IconType } from '../display/Icon.tsx';
import { useUiTexts } from '../texts.tsx';
import { type Toast, type ToastKind, toastStore } from './toast-store.ts';
import './toasts.css';

const icons: Readonly<Record<ToastKind, IconType>> = {
  success: CheckCircleFilled,
  danger: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  info: InfoCircleFilled,
};

/** The stack of messages at the bottom right, newest lowest; spoken as they come. */
export function Toasts() {
  const shown = useStore(toastStore, (state) => state.messageToasts);
  const texts = useUiTexts();
  return (
    <section className="ps-toasts" aria-label={texts.notifications} aria-live="polite" data-stays-live>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const texts = useUiTexts();
  const close = () => toastStore.getState().remove(toast.id);
  useEffect(() => {
    if (toast.durationMs === null || isHeld) return;
    const timer = setTimeout(() => toastStore.getState().remove(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast.id, toast.durationMs, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its time stands still while somebody reads or is about to press
    <div
      role={toast.kind === 'danger' ? 'alert' : 'status'}
      className={classNames('ps-toast', toast.isDeletion ? 'ps-toast--deletion' : `ps-toast--${toast.kind}`)}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon of={toast.isDeletion ? DeleteOutlined : icons[toast.kind]} size={16} />
      <div className="ps-grow">
        {toast.text}
        {isOpen && toast.details ? <div className="ps-toast__details">{toast.details}</div> : null}
      </div>
      {toast.details ? (
        <Button kind="link" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideDetails : texts.details}
        </Button>
      ) : null}
      {toast.action ? <ToastAction toast={toast} onDone={close} /> : null}
      <button type="button" className="ps-toast__close" aria-label={texts.close} onClick={close}>
        <Icon of={CloseOutlined} size={12} />
      </button>
    </div>
  );
}

function ToastAction({ toast, onDone }: { toast: Toast; onDone: () => void }) {
  return (
    <Button
      kind="link"
      onClick={() => {
        toast.action?.onSelect();
        onDone();
      }}
    >
      {toast.action?.label}
    </Button>
  );
}
