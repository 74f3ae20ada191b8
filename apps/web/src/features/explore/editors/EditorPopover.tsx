import { Button, Floating, PopoverBody, PopoverFoot, PopoverHead } from '@powerset/ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './EditorPopover.module.css';
import { clampPopover, popoverSize, type Size, wideWidth } from './popover-size.ts';
import { ResizeHandle } from './ResizeHandle.tsx';

export interface EditorPopoverProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly children: ReactNode;
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly closeLabel?: string;
  /** For editors with a time range in them. */
  readonly isWide?: boolean;
}

/** The card in which a metric, column or filter is edited: resizable at its corner, Esc closes, Enter saves. */
export function EditorPopover(props: EditorPopoverProps) {
  const { anchor, title, children, canSave, onSave, onClose } = props;
  const t = useT();
  const { size, resize } = useSize(props.isWide === true);
  // Beside the whole pill, not over the button at its end.
  const beside = useRef(anchor.current?.closest<HTMLElement>('[data-pill]') ?? anchor.current);
  return (
    <Floating anchor={beside} onClose={onClose} placement="right-start" label={title} style={{ width: size.width }}>
      <div
        role="none"
        className={styles.frame}
        style={{ minHeight: size.height }}
        onKeyDown={(event) => {
          const isField = event.target instanceof HTMLInputElement && event.target.getAttribute('role') !== 'combobox';
          if (event.key === 'Enter' && isField && canSave) onSave();
        }}
      >
        <PopoverHead>{title}</PopoverHead>
        <PopoverBody className={styles.body}>{children}</PopoverBody>
        <PopoverFoot className={styles.foot}>
          <Button onClick={onClose}>{props.closeLabel ?? t('Close')}</Button>
          <Button kind="primary" isDisabled={!canSave} onClick={onSave}>
            {t('Save')}
          </Button>
          <ResizeHandle size={size} onResize={resize} />
        </PopoverFoot>
      </div>
    </Floating>
  );
}

/** The size that was dragged, within the limits of the editor that is shown now. */
function useSize(isWide: boolean) {
  const smallest: Size = { ...popoverSize, width: isWide ? wideWidth : popoverSize.width };
  const viewport = { width: innerWidth, height: innerHeight };
  const [chosen, setChosen] = useState<Size>(popoverSize);
  const size = clampPopover(chosen, smallest, viewport);
  return { size, resize: (next: Size) => setChosen(clampPopover(next, smallest, viewport)) };
}
