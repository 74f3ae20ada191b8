import { defaultViewport, readViewport, type Viewport, viewportLabel } from '@powerset/chart-kit';
import { Field } from '@powerset/ui';
import { msg, useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';
import styles from './map-controls.module.css';
import { NumberText } from './NumberText.tsx';

const fields: readonly (readonly [keyof Viewport, string])[] = [
  ['longitude', msg('Longitude')],
  ['latitude', msg('Latitude')],
  ['zoom', msg('Zoom')],
  ['bearing', msg('Bearing')],
  ['pitch', msg('Pitch')],
];

/** Where the map looks: set here, or by moving the map. */
export function ViewportControl({ value, onChange }: ControlProps) {
  const t = useT();
  const current = readViewport(value) ?? defaultViewport;
  return (
    <details className={styles.viewport}>
      <summary data-test="viewport-label">{viewportLabel(current)}</summary>
      <div className={styles.grid}>
        {fields.map(([name, label]) => (
          <Field key={name} label={t(label)}>
            {(ids) => (
              <NumberText
                {...ids}
                value={current[name]}
                onChange={(typed) => typeof typed === 'number' && onChange({ ...current, [name]: typed })}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}
