import { CloseOutlined } from '@ant-design/icons-svg';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { lineRoles } from '../layout/line.ts';
import { useUiTexts } from '../texts.tsx';
import { focusFirst, trapTab } from './focus.ts';
import styles from './Modal.module.css';
import { useFaultFocus } from './use-fault-focus.ts';
import { useHeldFocus } from './use-held-focus.ts';
import { useKeptText } from './use-kept-text.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

export interface ModalProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons, primary last. */
  readonly foot?: ReactNode;
  /** 520 form, 800 picker, 1080 dataset. */
  readonly width?: 520 | 800 | 1080;
  readonly onClose: () => void;
  /** Keeps a press outside from closing. */
  readonly isSticky?: boolean;
  /**
   * Esc, the cross and a press outside ask nothing: what is chosen here takes effect at once, or whoever opened it asks.
   * Every other dialog asks before what was typed or chosen in it is gone.
   */
  readonly closesAtOnce?: boolean;
  /** The whole dialog is a form; Enter in a field submits it. */
  readonly onSubmit?: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  /** Has one size whatever is in it: what stands in it scrolls by itself. */
  readonly isFixedSize?: boolean;
}

/** Makes everything behind the dialog unreachable while it is open. */
function useInertBackground(scrim: React.RefObject<HTMLElement | null>) {
  // What is behind is reachable again as soon as the dialog is gone, and not a moment later.
  useLayoutEffect(() => {
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        element !== scrim.current &&
        !element.hasAttribute('inert') &&
        !element.hasAttribute('data-stays-live'),
    );
    for (const element of behind) element.setAttribute('inert', '');
    return () => {
      for (const element of behind) element.removeAttribute('inert');
    };
  }, [scrim]);
}

/** A dialog over a scrim; mount it to open, unmount it to close. Focus stays inside and returns to where it was. */
export function Modal({
  title,
  children,
  foot,
  width = 520,
  onClose,
  isSticky = false,
  closesAtOnce = false,
  onSubmit,
  role = 'dialog',
  isFixedSize = false,
}: ModalProps) {
  const scrim = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const texts = useUiTexts();
  useInertBackground(scrim);
  useReturnedFocus(panel);
  useHeldFocus(panel);
  useFaultFocus(panel);
  const kept = useKeptText(panel, closesAtOnce, onClose);
  useEffect(() => {
    const body = panel.current?.querySelector<HTMLElement>('[data-modal-part]');
    if (panel.current && !panel.current.contains(document.activeElement)) {
      // A dialog that only says something, or waits, holds the focus itself, so that Esc reaches it and nothing in it looks chosen.
      focusFirst(body ?? panel.current, panel.current);
      if (!panel.current.contains(document.activeElement)) panel.current.focus();
    }
  }, []);
  const inner = (
    <>
      <div className={styles.body} data-modal-part="body">
        {children}
      </div>
      {(kept.question ?? foot) ? (
        <div className={styles.foot} data-modal-part="foot" data-dialog-foot>
          {kept.question ?? foot}
        </div>
      ) : null}
    </>
  );
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the scrim only listens; Esc and the cross do the same
    <div
      ref={scrim}
      className={styles.scrim}
      onPointerDown={(event) => !isSticky && event.target === event.currentTarget && kept.close()}
      // A press beside the dialog would take the focus out of it, and the keys that follow with it.
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is given, by value */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: dialogs and alert dialogs take all of these */}
      <div
        ref={panel}
        role={role}
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className={classNames(styles.panel, isFixedSize && styles.fixed)}
        style={{ maxWidth: width }}
        {...kept.ears}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) kept.close();
          if (panel.current?.contains(event.target instanceof Node ? event.target : null))
            trapTab(event, panel.current);
          event.stopPropagation();
        }}
      >
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <span className={lineRoles.end}>
            <IconButton icon={CloseOutlined} size="small" label={texts.close} onClick={kept.close} />
          </span>
        </div>
        {onSubmit ? <ModalForm onSubmit={onSubmit}>{inner}</ModalForm> : inner}
      </div>
    </div>,
    document.body,
  );
}

function ModalForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      style={{ display: 'contents' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
