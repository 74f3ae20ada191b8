import { type KeyboardEvent, type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { useUiTexts } from '../texts.tsx';
import styles from './Modal.module.css';

interface KeptText {
  /** Closes, or asks where something was written; asked again it stays. */
  readonly close: () => void;
  /** What hears, on the dialog, that something is written or chosen. */
  readonly ears: {
    readonly onInput: (event: SyntheticEvent) => void;
    readonly onClick: (event: SyntheticEvent) => void;
    readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  };
  /** The question, in place of the dialog's buttons. */
  readonly question: ReactNode;
}

/** What is typed to find something is not lost with it. */
const isSearch = (target: EventTarget) => target instanceof Element && target.matches('input[type="search"]');

/** Asks whoever closes a dialog by Esc, its cross or a press outside before what was written in it is gone. */
export function useKeptText(
  panel: RefObject<HTMLElement | null>,
  closesAtOnce: boolean,
  onClose: () => void,
): KeptText {
  const touched = useRef(new Set<Element>());
  const writing = useRef<HTMLElement | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const touch = () => {
    // What is written in a form within the dialog went with the form where that was sent or left.
    const form = document.activeElement?.closest('form') ?? panel.current;
    if (form) touched.current.add(form);
  };
  const keep = () => {
    setIsAsking(false);
    writing.current?.focus();
  };
  const close = () => {
    const wouldLose = [...touched.current].some((form) => form.isConnected);
    if (closesAtOnce || !wouldLose) return onClose();
    if (isAsking) return keep();
    writing.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setIsAsking(true);
  };
  return {
    close,
    ears: {
      onInput: ({ target }) => {
        if (!isSearch(target)) touch();
      },
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
