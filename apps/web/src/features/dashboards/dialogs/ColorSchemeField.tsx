import { schemeChoices } from '@powerset/chart-kit';
import { Field, Select } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';

interface ColorSchemeFieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Palettes with their colours. */
export function ColorSchemeField({ value, onChange }: ColorSchemeFieldProps) {
  const t = useT();
  return (
    <Field label={t('Color scheme')}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Color scheme')}
          value={value || undefined}
          placeholder={t('Each chart’s own')}
          isClearable
          choices={schemeChoices('categorical').map(({ value: id, label }) => ({ value: String(id), label }))}
          onChange={(next) => onChange(next ?? null)}
        />
      )}
    </Field>
  );
}
