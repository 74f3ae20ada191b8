import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloseOutlined,
  DeleteOutlined,
  ExclamationCircleFilled,
  InfoCircleFilled,
} from '@ant-design/icons-svg';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon, type IconType } from '../display/Icon.tsx';
import { lineRoles } from '../layout/line.ts';
import { useUiTexts } from '../texts.tsx';
import { coverOnPage, type MessageSpot, placeMessage } from './message-place.ts';
import { boxOfPress, type Press, watchPresses } from './presses.ts';
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

/**
 * What is said to people, spoken as it comes: beside what was pressed where that is in sight, else in the stack at the bottom
 * right, newest lowest.
 */
export function Toasts() {
  const shown = useStore(toastStore, (state) => state.messageToasts);
  const texts = useUiTexts();
  const stack = useRoomOfDialogs(shown.length > 0);
  useEffect(() => watchPresses(() => toastStore.getState().passOn()), []);
  useEscape();
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

/** Puts away the newest message beside a button, unless the key was for something else. */
function useEscape(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const newest = toastStore.getState().messageToasts.findLast(({ beside }) => beside);
      if (event.key === 'Escape' && !event.defaultPrevented && newest) toastStore.getState().remove(newest.id);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

const isSameSpot = (a: MessageSpot | null | undefined, b: MessageSpot | null) =>
  a !== undefined && a?.left === b?.left && a?.top === b?.top;

/** Where a message stands beside what was pressed, for as long as that is in sight; else null; undefined until it is known. */
function useSpot(press: Press | undefined) {
  const card = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<MessageSpot | null | undefined>(press ? undefined : null);
  useLayoutEffect(() => {
    const { current } = card;
    if (!press || !current) return;
    const update = () => {
      // What lies under the card is looked at, not the card.
      current.style.visibility = 'hidden';
      const anchor = boxOfPress(press);
      const size = { width: current.offsetWidth, height: current.offsetHeight };
      const viewport = { width: innerWidth, height: innerHeight };
      const next = anchor && placeMessage({ anchor, size, viewport, coverOf: coverOnPage });
      current.style.visibility = '';
      setSpot((before) => (isSameSpot(before, next) ? before : next));
    };
    update();
    const sizes = new ResizeObserver(update);
    for (const { element } of press) sizes.observe(element);
    sizes.observe(current);
    // Dialogs and menus come and go as children of the body.
    const layers = new MutationObserver(update);
    layers.observe(document.body, { childList: true });
    addEventListener('resize', update);
    addEventListener('scroll', update, true);
    return () => {
      sizes.disconnect();
      layers.disconnect();
      removeEventListener('resize', update);
      removeEventListener('scroll', update, true);
    };
  }, [press]);
  return { card, spot };
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const texts = useUiTexts();
  const { card, spot } = useSpot(toast.beside);
  const close = () => toastStore.getState().remove(toast.id);
  useEffect(() => {
    if (toast.durationMs === null || isHeld) return;
    const timer = setTimeout(() => toastStore.getState().remove(toast.id), toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast.id, toast.durationMs, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its time stands still while somebody reads or is about to press
    <div
      ref={card}
      data-message={spot ? 'beside' : 'corner'}
      style={spot ?? undefined}
      role={toast.kind === 'danger' ? 'alert' : 'status'}
      className={classNames(
        styles.toast,
        spot !== null && styles.beside,
        toast.isDeletion ? styles.deletion : kindClasses[toast.kind],
      )}
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
