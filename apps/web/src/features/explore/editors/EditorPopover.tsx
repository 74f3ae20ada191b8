import { Button, Floating } from '@powerset/ui';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../../i18n/index.ts';

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
  return (
    <Floating
      anchor={anchor}
      onClose={onClose}
      placement="right-start"
      label={title}
      className={props.isWide ? 'xp-editor xp-editor--wide' : 'xp-editor'}
    >
      <div
        role="none"
        className="xp-editor__frame"
        onKeyDown={(event) => {
          const isField = event.target instanceof HTMLInputElement && event.target.getAttribute('role') !== 'combobox';
          if (event.key === 'Enter' && isField && canSave) onSave();
        }}
      >
        <div className="ps-pop__head">
          <h2>{title}</h2>
        </div>
        <div className="ps-pop__body xp-editor__body">{children}</div>
        <div className="ps-pop__foot">
          <Button onClick={onClose}>{props.closeLabel ?? t('Close')}</Button>
          <Button kind="primary" isDisabled={!canSave} onClick={onSave}>
            {t('Save')}
          </Button>
        </div>
      </div>
    </Floating>
  );
}
