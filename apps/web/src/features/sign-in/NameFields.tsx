import { Field, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';

export interface Names {
  readonly first: string;
  readonly last: string;
}

interface NameFieldsProps {
  readonly names: Names;
  readonly onChange: (names: Names) => void;
  readonly fields: Readonly<Record<string, readonly string[] | undefined>>;
}

/** What somebody who makes an account is called. */
export function NameFields({ names, onChange, fields }: NameFieldsProps) {
  const t = useT();
  return (
    <>
      <Field label={t('First name')} error={fields.first_name?.join(' ')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={names.first}
            onChange={(first) => onChange({ ...names, first })}
            autoComplete="given-name"
            maxLength={64}
            required
            autoFocus
          />
        )}
      </Field>
      <Field label={t('Last name')} error={fields.last_name?.join(' ')}>
        {(ids) => (
          <TextInput
            {...ids}
            value={names.last}
            onChange={(last) => onChange({ ...names, last })}
            autoComplete="family-name"
            maxLength={64}
          />
        )}
      </Field>
    </>
  );
}
