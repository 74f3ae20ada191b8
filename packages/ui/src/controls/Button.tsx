import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from '../display/Icon.tsx';
import { textRoles } from '../display/text-roles.ts';
import { UiLink } from '../link.tsx';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'default' | 'text' | 'text-danger' | 'danger' | 'danger-solid' | 'link';
export type ButtonSize = 'small' | 'middle' | 'large';

export interface ButtonProps {
  readonly children?: ReactNode;
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
  readonly icon?: IconType;
  /** Icon after the text, for carets. */
  readonly iconAfter?: IconType;
  readonly type?: 'button' | 'submit';
  readonly isDisabled?: boolean;
  /** Work is under way: the press is ignored and a bar moves along the edge. */
  readonly isBusy?: boolean;
  readonly isOn?: boolean;
  readonly isBlock?: boolean;
  /** Makes the button a link. */
  readonly href?: string;
  readonly title?: string;
  readonly label?: string;
  readonly className?: string;
  readonly onClick?: MouseEventHandler<HTMLElement>;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-haspopup'?: 'menu' | 'dialog' | 'listbox';
  readonly 'aria-controls'?: string;
  readonly 'aria-describedby'?: string;
  /** The keys that do the same, for screen readers and for what is answered beside the button. */
  readonly 'aria-keyshortcuts'?: string;
  readonly 'data-testid'?: string;
  readonly form?: string;
  readonly autoFocus?: boolean;
  readonly tabIndex?: number;
}

const kindClasses: Readonly<Record<ButtonKind, string | undefined>> = {
  default: undefined,
  primary: styles.primary,
  text: styles.text,
  'text-danger': classNames(styles.text, styles.danger),
  danger: styles.danger,
  'danger-solid': styles.dangerSolid,
  link: styles.link,
};

const sizeClasses: Readonly<Record<ButtonSize, string | undefined>> = {
  small: styles.small,
  middle: undefined,
  large: styles.large,
};

function buttonClass(props: ButtonProps): string {
  const { kind = 'default', size = 'middle', isOn, isBusy, isBlock, className, children } = props;
  const isSquare = children === undefined;
  return classNames(
    styles.button,
    kindClasses[kind],
    sizeClasses[size],
    isSquare && styles.square,
    isBlock && styles.block,
    isOn && styles.on,
    isBusy && styles.busy,
    className,
  );
}

/** A button, or a link that looks like one when `href` is given. One primary per screen. */
export function Button(props: ButtonProps) {
  const {
    children,
    icon,
    iconAfter,
    size,
    isDisabled,
    isBusy,
    href,
    label,
    type = 'button',
    isOn,
    onClick,
    ref,
  } = props;
  const iconSize = children === undefined && size !== 'small' ? 16 : 14;
  const content = (
    <>
      {icon ? <Icon of={icon} size={iconSize} /> : null}
      {children}
      {iconAfter ? <Icon of={iconAfter} size={10} className={textRoles.muted} /> : null}
    </>
  );
  const shared = {
    className: buttonClass(props),
    'data-kind': props.kind ?? 'default',
    title: props.title,
    'aria-label': label,
    'data-testid': props['data-testid'],
    tabIndex: props.tabIndex,
  };
  if (href !== undefined && !isDisabled) {
    return (
      <UiLink {...shared} href={href} onClick={onClick}>
        {content}
      </UiLink>
    );
  }
  return (
    <button
      {...shared}
      ref={ref}
      type={type}
      form={props.form}
      disabled={isDisabled}
      aria-busy={isBusy || undefined}
      aria-pressed={isOn === undefined ? undefined : isOn}
      aria-expanded={props['aria-expanded']}
      aria-haspopup={props['aria-haspopup']}
      aria-controls={props['aria-controls']}
      aria-describedby={props['aria-describedby']}
      aria-keyshortcuts={props['aria-keyshortcuts']}
      // biome-ignore lint/a11y/noAutofocus: dialogs name their first field or safest answer themselves
      autoFocus={props.autoFocus}
      onClick={isBusy ? undefined : onClick}
    >
      {content}
    </button>
  );
}

/** An action, and joined to it a button that opens the others of its kind. */
export function ButtonPair({ children }: { readonly children: ReactNode }) {
  return <span className={styles.pair}>{children}</span>;
}
