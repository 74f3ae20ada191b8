import { Button, Floating, PopoverBody, PopoverFoot, PopoverHead } from '@powerset/ui';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './EditorPopover.module.css';
import { clampPopover, popoverSize, type Size, wideWidth } from './popover-size.ts';
import { ResizeHandle } from './ResizeHandle.tsx';

export interface EditorPopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly children: ReactNode;
  /** What is edited, as it stands: compared with how it began, it says whether closing would lose anything. */
  readonly draft: unknown;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** A time range is as wide as everywhere, and is applied or cancelled without a question. */
  readonly isTimeRange?: boolean;
}

/**
 * The card in which a metric, column or filter is edited: resizable at its corner, Enter saves. Esc, a press outside and
 * Close close it; where something would be lost it asks first.
 */
export function EditorPopover(props: EditorPopoverProps) {
  const { anchor, title, children, canSave, onSave } = props;
  const closing = useClosing(props);
  const { size, resize } = useSize(props.isTimeRange === true);
  // Beside the whole pill, not over the button at its end.
  const beside = useRef(anchor.current?.closest<HTMLElement>('[data-pill]') ?? anchor.current);
  return (
    <Floating anchor={beside} onClose={closing.ask} placement="right-start" label={title} style={{ width: size.width }}>
      <div
        ref={closing.frame}
        role="none"
        className={styles.frame}
        style={{ minHeight: size.height }}
        onKeyDown={(event) => {
          const isField = event.target instanceof HTMLInputElement && event.target.getAttribute('role') !== 'combobox';
          // With Ctrl the chart runs next, and with what is written here.
          const isRun = event.ctrlKey || event.metaKey;
          if (event.key === 'Enter' && (isField || isRun) && canSave) onSave();
        }}
      >
        <PopoverHead>{title}</PopoverHead>
        <PopoverBody className={styles.body}>{children}</PopoverBody>
        <PopoverFoot>
          {closing.isAsking ? <Question {...closing} /> : <Choices {...props} onClose={closing.ask} />}
          <ResizeHandle size={size} onResize={resize} />
        </PopoverFoot>
      </div>
    </Floating>
  );
}

function Choices({ closeLabel, canSave, onSave, onClose, isTimeRange }: EditorPopoverProps) {
  const t = useT();
  return (
    <>
      <Button onClick={onClose}>{isTimeRange ? t('CANCEL') : (closeLabel ?? t('Close'))}</Button>
      <Button kind="primary" isDisabled={!canSave} onClick={onSave}>
        {isTimeRange ? t('APPLY') : t('Save')}
      </Button>
    </>
  );
}

type Closing = ReturnType<typeof useClosing>;

function Question({ discard, keep }: Closing) {
  const t = useT();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <span role="alert" className={styles.question}>
        {t('Discard changes?')}
      </span>
      <Button onClick={discard}>{t('Discard')}</Button>
      <Button ref={stay} kind="primary" onClick={keep}>
        {t('Keep editing')}
      </Button>
    </>
  );
}

/** Closes what is as it was when it was opened, and asks about everything else. */
function useClosing({ draft, onClose, isTimeRange }: Pick<EditorPopoverProps, 'draft' | 'onClose' | 'isTimeRange'>) {
  const frame = useRef<HTMLDivElement>(null);
  const writing = useRef<HTMLElement | null>(null);
  const [start] = useState(() => JSON.stringify(draft));
  const [isAsking, setIsAsking] = useState(false);
  const keep = () => {
    setIsAsking(false);
    writing.current?.focus();
  };
  const ask = () => {
    const isTouched = JSON.stringify(draft) !== start || frame.current?.querySelector('[data-half-typed]');
    if (!isTouched || isTimeRange) onClose();
    else if (isAsking) keep();
    else {
      const focused = document.activeElement;
      writing.current = focused instanceof HTMLElement && frame.current?.contains(focused) ? focused : null;
      setIsAsking(true);
    }
  };
  return { frame, isAsking, ask, keep, discard: onClose };
}

/** The size that was dragged, within the limits of the editor that is shown now. */
function useSize(isWide: boolean) {
  const smallest: Size = { ...popoverSize, width: isWide ? wideWidth : popoverSize.width };
  const viewport = { width: innerWidth, height: innerHeight };
  const [chosen, setChosen] = useState<Size>(popoverSize);
  const size = clampPopover(chosen, smallest, viewport);
  return { size, resize: (next: Size) => setChosen(clampPopover(next, smallest, viewport)) };
}
