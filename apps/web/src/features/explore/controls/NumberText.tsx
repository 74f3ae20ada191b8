import { TextInput, type TextInputProps } from '@powerset/ui';
import { useState } from 'react';
import { plainNumber, shownNumber, useLanguage } from '../../../i18n/index.ts';
import { readTypedNumber } from '../model/typed-number.ts';

interface NumberTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: unknown;
  readonly onChange: (value: number | string | undefined) => void;
}

/** A field for a number that lets it be typed key by key: `0.` may become `0.5`, and `-` become `-5`. */
export function NumberText({ value, onChange, ...input }: NumberTextProps) {
  const language = useLanguage();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      inputMode="decimal"
      {...input}
      value={typed ?? shownNumber(value, language)}
      onChange={(text) => {
        setTyped(text);
        onChange(readTypedNumber(plainNumber(text, language, input.inputMode === 'numeric')));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
