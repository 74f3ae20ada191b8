import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Checkbox.module.css';

export interface CheckboxProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children?: ReactNode;
  /** Spoken name where no text stands beside it. */
  readonly label?: string;
  readonly isMixed?: boolean;
  readonly isDisabled?: boolean;
  readonly id?: string;
}

/** A box that is ticked, empty or in between. */
export function Checkbox({ isChecked, onChange, children, label, isMixed = false, isDisabled, id }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className={styles.line}>
      <input
        ref={box}
        id={id}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-label={label}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

/** Something that is on or off at once, without a save button. */
export function Switch({ isChecked, onChange, children, label, isDisabled, id }: Omit<CheckboxProps, 'isMixed'>) {
  return (
    <label className={classNames(styles.line, styles.switch)}>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox carries its state itself
        role="switch"
        checked={isChecked}
        disabled={isDisabled}
        aria-label={label}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

export interface RadioProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: ReactNode; readonly isDisabled?: boolean }[];
  readonly onChange: (value: Value) => void;
  readonly label: string;
  /** One below the other: where they do not fit in a line. */
  readonly isColumn?: boolean;
}

/** One of a few, all in view. */
export function RadioGroup<Value extends string>(props: RadioProps<Value>) {
  const { name, value, choices, onChange, label, isColumn = false } = props;
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.choices, isColumn && styles.column)}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.line}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            disabled={choice.isDisabled}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

/** The line of a box and its words, where the box is drawn by somebody else. */
export const checkLine = styles.line;
