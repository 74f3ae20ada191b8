import { CloseOutlined } from '@ant-design/icons-svg';
import { parseColor } from '@powerset/chart-kit';
import { classNames, IconButton } from '@powerset/ui';
import { readChartTheme } from '../../../controls/chart-theme/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './ColorPicker.module.css';

export interface ColorPickerProps {
  readonly id?: string;
  readonly label: string;
  /** As `#rrggbb`; null where nothing is chosen. */
  readonly value: string | null;
  readonly isClearable?: boolean;
  readonly onChange: (color: string | null) => void;
}

/** So many colours of the palette are offered beside the free choice. */
const presetCount = 7;

const hexPart = (value: number) => value.toString(16).padStart(2, '0');

/** Any colour as `#rrggbb`, the one form that the browser's field takes. */
function toHex(color: string): string {
  const rgb = parseColor(color);
  return rgb ? `#${[rgb.r, rgb.g, rgb.b].map(hexPart).join('')}` : '#000000';
}

/** The first colours of the palette, and any other. */
export function ColorPicker({ id, label, value, isClearable, onChange }: ColorPickerProps) {
  const t = useT();
  const presets = readChartTheme().categorical.slice(0, presetCount);
  const chosen = value === null ? null : toHex(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div className={styles.colors} role="group" aria-label={label}>
      <input
        id={id}
        type="color"
        className={classNames(styles.color, chosen === null && styles.empty)}
        aria-label={label}
        value={chosen ?? toHex(presets[0] ?? '')}
        onChange={(event) => onChange(event.target.value)}
      />
      {presets.map((color, index) => (
        <button
          key={color}
          type="button"
          className={styles.preset}
          style={{ background: color }}
          aria-label={t('Color {{number}}', { number: String(index + 1) })}
          aria-pressed={toHex(color) === chosen}
          onClick={() => onChange(toHex(color))}
        />
      ))}
      {isClearable && chosen !== null ? (
        <IconButton icon={CloseOutlined} size="small" label={t('Clear')} onClick={() => onChange(null)} />
      ) : null}
    </div>
  );
}
