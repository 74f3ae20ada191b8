import type { IconType } from '../display/Icon.tsx';
import { Tooltip } from '../floating/Tooltip.tsx';
import { Button, type ButtonProps } from './Button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'title' | 'label' | 'iconAfter'> {
  readonly icon: IconType;
  /** Spoken name, and the tooltip's text. */
  readonly label: string;
  /** Keys shown behind the tooltip's text. */
  readonly shortcut?: string;
  /** Leaves the tooltip out where the label stands elsewhere on screen. */
  readonly hasTooltip?: boolean;
}

/** A square button with an icon; its label is spoken and shown as a tooltip. */
export function IconButton({ label, shortcut, hasTooltip = true, kind = 'text', ...props }: IconButtonProps) {
  const button = <Button {...props} kind={kind} label={label} />;
  if (!hasTooltip) return button;
  return (
    <Tooltip text={label} shortcut={shortcut} isLabel>
      {button}
    </Tooltip>
  );
}
