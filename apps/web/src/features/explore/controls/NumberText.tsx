import { TextInput, type TextInputProps } from '@powerset/ui';
import { useState } from 'react';
import { readTypedNumber, shownNumber } from '../model/typed-number.ts';

interface NumberTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A field for a number that lets it be typed key by key. */
export function NumberText({ value, onChange, ...input }: NumberTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      inputMode="decimal"
      {...input}
      value={shownNumber(typed, value)}
      onChange={(text) => {
        setTyped(text);
        onChange(readTypedNumber(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
