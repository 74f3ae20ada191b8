import { findScheme, knownSchemeId, schemeChoices } from '@powerset/chart-kit';
import { readChartTheme, Select } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';

/** A colour scheme, each choice with its colours. */
export function SchemeControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const kind = control.type === 'color-scheme' ? 'categorical' : 'sequential';
  const theme = readChartTheme();
  const choices = schemeChoices(kind).map(({ value: id, label }) => ({
    value: String(id),
    searchText: label,
    label: (
      <span className="xp-scheme">
        <span className="xp-scheme__colors">
          {findScheme(kind, id, theme).colors.map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: colours of a scheme have no other name
            <i key={index} style={{ background: color }} />
          ))}
        </span>
        {t(label)}
      </span>
    ),
  }));
  return (
    <Select
      label={t(control.label)}
      value={knownSchemeId(kind, value)}
      choices={choices}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}
