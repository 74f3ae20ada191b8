import { readFixedOrMetric, toNumber } from '@powerset/chart-kit';
import { Segmented } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';
import styles from './FixedOrMetricControl.module.css';
import { MetricsControl } from './MetricsControl.tsx';
import { NumberText } from './NumberText.tsx';

/** A size that stands fixed, or follows a metric. */
export function FixedOrMetricControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const current = readFixedOrMetric(value ?? control.default);
  const metricControl = { ...control, type: 'metric' as const, isMulti: false };
  return (
    <div className={styles.fields}>
      <Segmented
        isBlock
        label={t(control.label)}
        active={current.type}
        items={[
          { key: 'fix', label: t('Fixed') },
          { key: 'metric', label: t('Based on a metric') },
        ]}
        onChange={(type) => onChange(type === 'fix' ? readFixedOrMetric(undefined) : { type, value: null })}
      />
      {current.type === 'fix' ? (
        <NumberText
          aria-label={`${t(control.label)}: ${t('Fixed')}`}
          value={current.value}
          onChange={(typed) => onChange({ type: 'fix', value: toNumber(typed) ?? 0 })}
        />
      ) : (
        <MetricsControl
          control={metricControl}
          value={current.value}
          onChange={(metric) => onChange({ type: 'metric', value: metric })}
        />
      )}
    </div>
  );
}
