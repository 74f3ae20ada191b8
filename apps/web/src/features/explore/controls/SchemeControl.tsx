import { findScheme, knownSchemeId, schemeChoices } from '@powerset/chart-kit';
import { classNames, Select, textRoles } from '@powerset/ui';
import { readChartTheme } from '../../../controls/chart-theme/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import parts from '../parts.module.css';
import type { ControlProps } from './control-props.ts';

/** A colour scheme, each choice with its colours. */
export function SchemeControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { dashboard } = useExplore();
  const kind = control.type === 'color-scheme' ? 'categorical' : 'sequential';
  const theme = readChartTheme();
  const choices = schemeChoices(kind).map(({ value: id, label }) => ({
    value: String(id),
    searchText: label,
    label: (
      <span className={parts.scheme}>
        <span className={parts.schemeColors}>
          {findScheme(kind, id, theme).colors.map((color, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: colours of a scheme have no other name
            <i key={index} style={{ background: color }} />
          ))}
        </span>
        {t(label)}
      </span>
    ),
  }));
  if (dashboard && kind === 'categorical')
    return (
      <>
        <Select
          label={t(control.label)}
          isDisabled
          value="dashboard"
          choices={[{ value: 'dashboard', label: t('Dashboard scheme') }]}
          onChange={() => undefined}
        />
        <div className={classNames(textRoles.small, textRoles.muted)}>
          {t(
            'The color scheme is determined by the related dashboard. Edit the color scheme in the dashboard properties.',
          )}
        </div>
      </>
    );
  return (
    <Select
      label={t(control.label)}
      value={knownSchemeId(kind, value)}
      choices={choices}
      onChange={(id) => onChange(id ?? null)}
    />
  );
}
