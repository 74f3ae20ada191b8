import { isRecord, type Spatial } from '@powerset/chart-kit';
import { Checkbox, Segmented } from '@powerset/ui';
import { msg, useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import type { ControlProps } from './control-props.ts';
import styles from './map-controls.module.css';
import { SelectField } from './SelectField.tsx';

type Way = Spatial['type'];

/** The columns of each way, as forms name them. */
const fieldsOf = {
  latlong: [
    ['lonCol', msg('Longitude')],
    ['latCol', msg('Latitude')],
  ],
  delimited: [['lonlatCol', msg('Longitude & Latitude')]],
  geohash: [['geohashCol', msg('Geohash')]],
} as const;

const ways = [
  { key: 'latlong', label: msg('Two columns') },
  { key: 'delimited', label: msg('One column') },
  { key: 'geohash', label: msg('Geohash') },
] as const;

/** Which columns say where a row lies. */
export function SpatialControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { context, dataset } = useExplore();
  const current = isRecord(value) ? value : {};
  const way: Way = current.type === 'delimited' || current.type === 'geohash' ? current.type : 'latlong';
  const choices = context.columns.map(({ name }) => ({ value: name, label: dataset.verbose_map?.[name] ?? name }));
  return (
    <div className={styles.fields}>
      <Segmented
        isBlock
        label={t(control.label)}
        active={way}
        items={ways.map(({ key, label }) => ({ key, label: t(label) }))}
        onChange={(type) => onChange({ type })}
      />
      {fieldsOf[way].map(([field, label]) => (
        <SelectField
          key={field}
          label={t(label)}
          value={typeof current[field] === 'string' ? current[field] : ''}
          choices={choices}
          onChange={(column) => onChange({ ...current, type: way, [field]: column })}
        />
      ))}
      {way === 'latlong' ? null : (
        <Checkbox
          isChecked={current.reverseCheckbox === true}
          onChange={(reverseCheckbox) => onChange({ ...current, type: way, reverseCheckbox })}
        >
          {t('Reverse lat/long')}
        </Checkbox>
      )}
    </div>
  );
}
