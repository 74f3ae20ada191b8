import { Field, Select } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: unknown; readonly label: string }[];
  readonly isFreeForm?: boolean;
  readonly isClearable?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** A labelled choice in a card of details. */
export function SelectField({ label, value, choices, isFreeForm, isClearable, onChange }: SelectFieldProps) {
  const t = useT();
  return (
    <Field label={label}>
      {(ids) => (
        <Select
          {...ids}
          label={label}
          isFreeForm={isFreeForm}
          isClearable={isClearable}
          value={value === '' && !choices.some((choice) => choice.value === '') ? undefined : value}
          choices={choices.map((choice) => ({ value: String(choice.value), label: t(choice.label) }))}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
