import type { InputHTMLAttributes, KeyboardEvent, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from '../display/Icon.tsx';
import './field.css';

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
      className={classNames('ps-in', size === 'small' && 'ps-in--small', isWrong && 'is-wrong', className)}
      style={style}
    >
      {icon ? <Icon of={icon} /> : null}
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
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
    <div className={classNames('ps-in', area['aria-invalid'] === true && 'is-wrong')}>
      <textarea
        {...area}
        rows={rows}
        value={value}
        className={isMono ? 'ps-mono' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
