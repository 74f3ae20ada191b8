import { ChoiceField, type FieldProps } from './select/ChoiceField.tsx';
import type { SelectChoice, SelectValue } from './select/choices.ts';

export type { PastedFinds, SelectChoice, SelectValue } from './select/choices.ts';

interface SharedProps<Value extends SelectValue> extends Omit<FieldProps, 'choices'> {
  readonly choices: readonly SelectChoice<Value>[];
}

export interface SelectProps<Value extends SelectValue> extends SharedProps<Value> {
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

export interface MultiSelectProps<Value extends SelectValue> extends SharedProps<Value> {
  readonly value: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
}

/** One of many, found by typing; with free text what is typed counts too, as a number where the choices are numbers. */
export function Select<Value extends SelectValue>({ value, onChange, ...field }: SelectProps<Value>) {
  return (
    <ChoiceField
      {...field}
      isMultiple={false}
      values={
        value === undefined || (value === null && !field.choices.some((one) => one.value === null)) ? [] : [value]
      }
      // Choices are `Value`s; typed ones are text or numbers, and so are they in free-form use.
      onChange={([next]) => onChange(next as Value | undefined)}
    />
  );
}

/** Several of many; pasted lists fall apart at comma, newline, tab and semicolon. */
export function MultiSelect<Value extends SelectValue>({ value, onChange, ...field }: MultiSelectProps<Value>) {
  return (
    <ChoiceField
      {...field}
      isMultiple
      values={value}
      // As above.
      onChange={(values) => onChange(values as readonly Value[])}
    />
  );
}
