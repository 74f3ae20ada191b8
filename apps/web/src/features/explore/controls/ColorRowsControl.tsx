import { CloseOutlined, PlusOutlined } from '@ant-design/icons-svg';
import { cssOfSavedColor, isRecord, parseColor, toList } from '@powerset/chart-kit';
import { Button, IconButton } from '@powerset/ui';
import { msg, useT } from '../../../i18n/index.ts';
import type { ControlProps } from './control-props.ts';
import styles from './map-controls.module.css';
import { NumberText } from './NumberText.tsx';

type Entry = Readonly<Record<string, unknown>>;

interface RowsGiven {
  /** The numbers of a row, by their names in the form. */
  readonly fields: readonly (readonly [name: string, label: string])[];
  readonly addLabel: string;
  /** What a new row starts as, after the rows before it. */
  readonly next: (rows: readonly Entry[]) => Entry;
}

const breakpoints: RowsGiven = {
  fields: [
    ['minValue', msg('From')],
    ['maxValue', msg('To')],
  ],
  addLabel: msg('Add a breakpoint'),
  next: (rows) => {
    const from = Number(rows.at(-1)?.maxValue ?? 0);
    return { minValue: from, maxValue: from + 10, color: colorOfRow(rows.length) };
  },
};

const contours: RowsGiven = {
  fields: [
    ['lowerThreshold', msg('Lower threshold')],
    ['upperThreshold', msg('Upper threshold')],
    ['strokeWidth', msg('Stroke width')],
  ],
  addLabel: msg('Add a contour'),
  next: (rows) => ({
    lowerThreshold: Number(rows.at(-1)?.lowerThreshold ?? 0) + 1,
    color: colorOfRow(rows.length),
    strokeWidth: 1,
  }),
};

const steps = ['#a2d9f5', '#6bbaea', '#4099d9', '#2677bf', '#1c579f', '#17397b'];
const colorOfRow = (at: number) => ({ ...parseColor(steps[at % steps.length]!), a: 1 });

export function BreakpointsControl(props: ControlProps) {
  return <ColorRows {...props} {...breakpoints} />;
}

export function ContoursControl(props: ControlProps) {
  return <ColorRows {...props} {...contours} />;
}

/** Rows of numbers, each with a colour. */
function ColorRows({ control, value, onChange, fields, addLabel, next }: ControlProps & RowsGiven) {
  const t = useT();
  const rows = toList(value).filter(isRecord);
  const patch = (at: number, change: Entry) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)));
  return (
    <div className={styles.fields}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first row that holds a value gives its colour, so their order is their meaning
        <div key={at} className={styles.colorRow}>
          <input
            type="color"
            className={styles.color}
            aria-label={`${t('Color')} ${at + 1}`}
            value={toHex(row.color)}
            onChange={(event) => patch(at, { color: { ...parseColor(event.target.value), a: alphaOf(row.color) } })}
          />
          {fields.map(([name, label]) => (
            <NumberText
              key={name}
              aria-label={`${t(control.label)} ${at + 1}: ${t(label)}`}
              placeholder={t(label)}
              value={row[name]}
              onChange={(typed) => patch(at, { [name]: typed })}
            />
          ))}
          <IconButton
            icon={CloseOutlined}
            size="small"
            label={t('Remove')}
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button size="small" icon={PlusOutlined} onClick={() => onChange([...rows, next(rows)])}>
        {t(addLabel)}
      </Button>
    </div>
  );
}

const alphaOf = (color: unknown): unknown => (isRecord(color) && color.a !== undefined ? color.a : 1);

function toHex(color: unknown): string {
  const rgb = parseColor(cssOfSavedColor(color) ?? '') ?? { r: 128, g: 128, b: 128 };
  return `#${[rgb.r, rgb.g, rgb.b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
