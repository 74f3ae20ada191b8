import { Field, TextInput } from '@powerset/ui';
import { useT } from '../i18n/index.ts';

interface OutputFieldProps {
  /** The table's name; empty keeps none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** Where the result is kept, so that charts are made from it. */
export function OutputField({ value, onChange, error }: OutputFieldProps) {
  const t = useT();
  return (
    <Field
      label={t('Keep the result as a dataset')}
      note={t('Optional')}
      error={error}
      help={t(
        'The name of its table: letters, digits and _. Each run replaces its rows; without a name nothing is kept.',
      )}
    >
      {(ids) => <TextInput {...ids} value={value} maxLength={63} placeholder="daily_revenue" onChange={onChange} />}
    </Field>
  );
}
