import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from '../display/Icon.tsx';
import { textRoles } from '../display/text-roles.ts';
import styles from './TextInput.module.css';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'size'> {
  readonly onChange?: (value: string) => void;
  readonly icon?: IconType;
  readonly after?: ReactNode;
  readonly size?: 'small' | 'middle';
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line of text in a bordered well; red when `aria-invalid`. */
export function TextInput({ onChange, icon, after, size = 'middle', className, style, ref, ...input }: TextInputProps) {
  const isWrong = input['aria-invalid'] === true;
  return (
    <div
      className={classNames(styles.well, size === 'small' && styles.small, isWrong && styles.wrong, className)}
      style={style}
    >
      {icon ? <Icon of={icon} /> : null}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        {...input}
        ref={ref}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {after}
    </div>
  );
}

export interface TextAreaProps {
  readonly id?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly placeholder?: string;
  readonly isMono?: boolean;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
}

/** Several lines of text. */
export function TextArea({ value, onChange, isMono, rows = 3, ...area }: TextAreaProps) {
  return (
    <div className={classNames(styles.well, area['aria-invalid'] === true && styles.wrong)}>
      <textarea
        {...area}
        dir={isMono ? 'ltr' : 'auto'}
        rows={rows}
        value={value}
        className={isMono ? textRoles.code : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** The bordered well alone, for controls that hold something else than one input. */
export const well = { middle: styles.well, small: classNames(styles.well, styles.small) } as const;
