import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  DeleteOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon, type IconType } from '../display/Icon.tsx';
import { lineRoles } from '../layout/line.ts';
import { useUiTexts } from '../texts.tsx';
import styles from './Toasts.module.css';
import { type Toast, type ToastKind, toastStore } from './toast-store.ts';

const icons: Readonly<Record<ToastKind, IconType>> = {
  success: CheckCircleFilled,
  danger: CloseCircleFilled,
  warning: ExclamationCircleFilled,
  info: InfoCircleFilled,
};

const kindClasses: Readonly<Record<ToastKind, string | undefined>> = {
  success: styles.success,
  danger: styles.danger,
  warning: styles.warning,
  info: styles.info,
};

/** The stack of messages at the bottom right, newest lowest; spoken as they come. */
export function Toasts() {
  const shown = useStore(toastStore, (state) => state.messageToasts);
  const texts = useUiTexts();
  const stack = useRoomOfDialogs(shown.length > 0);
  return (
    <section ref={stack} className={styles.stack} aria-label={texts.notifications} aria-live="polite" data-stays-live>
      {shown.map((toast) => (
        // Said once more, it rises, is spoken and stays as at first.
        <ToastCard key={`${toast.id} ${toast.times}`} toast={toast} />
      ))}
    </section>
  );
}

/** Dialogs end above the stack, so that it never lies over their buttons. */
function useRoomOfDialogs(isShown: boolean) {
  const stack = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current } = stack;
    if (!isShown || !current) return;
    const page = document.documentElement.style;
    const measure = () => page.setProperty('--toast-room', `${current.offsetHeight}px`);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => {
      observer.disconnect();
      page.removeProperty('--toast-room');
    };
  }, [isShown]);
  return stack;
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
      className={classNames(styles.toast, toast.isDeletion ? styles.deletion : kindClasses[toast.kind])}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon of={toast.isDeletion ? DeleteOutlined : icons[toast.kind]} size={16} />
      <div className={lineRoles.grow}>
        {toast.text}
        {toast.times > 1 ? <span className={styles.times}>{`×${toast.times}`}</span> : null}
        {isOpen && toast.details ? <div className={styles.details}>{toast.details}</div> : null}
      </div>
      {toast.details ? (
        <Button kind="link" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.hideDetails : texts.details}
        </Button>
      ) : null}
      {toast.action ? <ToastAction toast={toast} onDone={close} /> : null}
      <button type="button" className={styles.close} aria-label={texts.close} onClick={close}>
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
