import { type CSSProperties, cloneElement, type ReactElement, type ReactNode, type Ref, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Floating } from './Floating.tsx';
import styles from './Popover.module.css';
import type { Placement } from './place.ts';

export interface TriggerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick?: () => void;
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
}

export interface PopoverProps {
  /** The element that opens it; it takes `ref`, `onClick` and the aria attributes. */
  readonly trigger: ReactElement<TriggerProps>;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
  readonly label: string;
  readonly title?: ReactNode;
  readonly foot?: ReactNode | ((close: () => void) => ReactNode);
  readonly placement?: Placement;
  readonly width?: number;
  /** Given together with `onOpenChange` when the caller holds the state. */
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly className?: string;
  readonly bodyStyle?: CSSProperties;
}

/** A raised card with a head, a body and a foot beside its trigger. Esc closes. */
export function Popover(props: PopoverProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const isOpen = props.isOpen ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  const close = () => setOpen(false);
  const foot = typeof props.foot === 'function' ? props.foot(close) : props.foot;
  return (
    <>
      {cloneElement(props.trigger, {
        ref: anchor,
        onClick: () => setOpen(!isOpen),
        'aria-expanded': isOpen,
        'aria-haspopup': 'dialog',
      })}
      {isOpen ? (
        <Floating
          anchor={anchor}
          onClose={close}
          placement={props.placement}
          label={props.label}
          className={props.className}
          style={{ width: props.width }}
        >
          {props.title === undefined ? null : <PopoverHead>{props.title}</PopoverHead>}
          <PopoverBody style={props.bodyStyle}>
            {typeof props.children === 'function' ? props.children(close) : props.children}
          </PopoverBody>
          {foot ? <PopoverFoot>{foot}</PopoverFoot> : null}
        </Floating>
      ) : null}
    </>
  );
}

/** The title line of a raised card. */
export function PopoverHead({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.head}>
      <h2>{children}</h2>
    </div>
  );
}

/** What stands below the title of a raised card. */
export function PopoverBody(props: {
  readonly children: ReactNode;
  readonly className?: string;
  readonly style?: CSSProperties;
}) {
  return (
    <div className={classNames(styles.body, props.className)} style={props.style}>
      {props.children}
    </div>
  );
}

/** The buttons of a raised card, primary last. */
export function PopoverFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.foot} data-dialog-foot>
      {children}
    </div>
  );
}
