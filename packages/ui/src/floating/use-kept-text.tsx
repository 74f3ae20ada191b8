import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { useUiTexts } from '../texts.tsx';
import styles from './Modal.module.css';

interface KeptText {
  /** Closes, or asks where something was written; asked again it stays. */
  readonly close: () => void;
  /** What hears, on the dialog, that something is written or chosen. */
  readonly ears: {
    readonly onInput: () => void;
    readonly onClick: (event: SyntheticEvent) => void;
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  };
  /** The question, in place of the dialog's buttons. */
  readonly question: ReactNode;
}

/** Asks whoever closes a dialog by Esc or its cross before what was written in it is gone. */
export function useKeptText(isKept: boolean, onClose: () => void): KeptText {
  const isTouched = useRef(false);
  const writing = useRef<HTMLElement | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const touch = () => {
    isTouched.current = true;
  };
  const keep = () => {
    setIsAsking(false);
    writing.current?.focus();
  };
  const close = () => {
    if (!isKept || !isTouched.current) return onClose();
    if (isAsking) return keep();
    writing.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsAsking(true);
  };
  return {
    close,
    ears: {
      onInput: touch,
      onClick: ({ target }) => {
        if (target instanceof Element && target.closest('[role="option"]')) touch();
      },
      onKeyDownCapture: ({ key, target }) => {
        if (key === 'Enter' && target instanceof Element && target.ariaExpanded === 'true') touch();
      },
    },
    question: isAsking ? <Question onDiscard={onClose} onKeep={keep} /> : null,
  };
}

function Question({ onDiscard, onKeep }: { readonly onDiscard: () => void; readonly onKeep: () => void }) {
  const texts = useUiTexts();
  return (
    <>
      <span role="alert" className={styles.question}>
        {texts.discardQuestion}
      </span>
      <Button onClick={onDiscard}>{texts.discard}</Button>
      <Button ref={(button) => button?.focus()} kind="primary" onClick={onKeep}>
        {texts.keepEditing}
      </Button>
    </>
  );
}
