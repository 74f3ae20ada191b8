import { Field, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import styles from './ColorToken.module.css';

interface ColorTokenProps {
  readonly label: string;
  /** In whatever form CSS knows; empty where the theme names none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour of a theme: picked, or written. */
export function ColorToken({ label, value, onChange }: ColorTokenProps) {
  const t = useT();
  return (
    <Field label={label}>
      {(ids) => (
        <div className={styles.field}>
          <span className={styles.swatch}>
            {value ? <span style={{ background: value }} /> : null}
            <input
              type="color"
              aria-label={t('Pick: {{name}}', { name: label })}
              value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#808080'}
              onChange={(event) => onChange(event.target.value)}
            />
          </span>
          <TextInput {...ids} value={value} placeholder={t('As in the product')} maxLength={200} onChange={onChange} />
        </div>
      )}
    </Field>
  );
}
