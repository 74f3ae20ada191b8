import { Field, Select, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './CustomRangeFields.module.css';
import { MomentField } from './MomentField.tsx';
import { RangeEnds } from './RangeEnds.tsx';
import {
  type CustomRange,
  defaultCustomRange,
  type EndMode,
  modeLabels,
  parseCustomRange,
  readQuantity,
  relativeUnits,
  unitLabels,
  writeCustomRange,
} from './time-range.ts';

const modes: readonly EndMode[] = ['specific', 'relative', 'now', 'today'];

interface CustomRangeFieldsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Two ends, each a moment, a distance, now or midnight; two distances count from an anchor. */
export function CustomRangeFields({ value, onChange }: CustomRangeFieldsProps) {
  const t = useT();
  const [range, setRange] = useState(() => parseCustomRange(value, new Date()) ?? defaultCustomRange(new Date()));
  const change = (part: Partial<CustomRange>) => {
    const next = { ...range, ...part };
    setRange(next);
    onChange(writeCustomRange(next));
  };
  const isAnchored = range.sinceMode === 'relative' && range.untilMode === 'relative';
  return (
    <>
      <RangeEnds>
        <EndFields end="since" range={range} change={change} label={t('Start (inclusive)')} />
        <EndFields end="until" range={range} change={change} label={t('End (exclusive)')} />
      </RangeEnds>
      {isAnchored ? <AnchorFields range={range} change={change} /> : null}
    </>
  );
}

interface EndProps {
  readonly range: CustomRange;
  readonly change: (part: Partial<CustomRange>) => void;
}

function EndFields({
  end,
  range,
  change,
  label,
}: EndProps & { readonly end: 'since' | 'until'; readonly label: string }) {
  const t = useT();
  const mode = range[`${end}Mode`];
  return (
    <div>
      <Field label={label}>
        {(ids) => (
          <Select
            {...ids}
            label={label}
            value={mode}
            choices={modes.map((one) => ({ value: one, label: t(modeLabels[one]) }))}
            onChange={(next) => next && change({ [`${end}Mode`]: next })}
          />
        )}
      </Field>
      {mode === 'specific' ? (
        <MomentField
          label={label}
          value={range[`${end}Datetime`]}
          onChange={(moment) => change({ [`${end}Datetime`]: moment })}
        />
      ) : null}
      {mode === 'relative' ? <Relative end={end} range={range} change={change} /> : null}
    </div>
  );
}

function Relative({ end, range, change }: EndProps & { readonly end: 'since' | 'until' }) {
  const t = useT();
  const value = range[`${end}GrainValue`];
  const [text, setText] = useState(String(Math.abs(value)));
  const isBefore = value < 0;
  const write = (typed: string) => {
    setText(typed);
    const quantity = readQuantity(typed);
    if (quantity !== undefined) change({ [`${end}GrainValue`]: isBefore ? -quantity : quantity });
  };
  const choices = relativeUnits.flatMap((unit) => [
    { value: `${unit} before`, label: t('{{unit}} Before', { unit: t(unitLabels[unit]) }) },
    { value: `${unit} after`, label: t('{{unit}} After', { unit: t(unitLabels[unit]) }) },
  ]);
  return (
    <div className={styles.relative}>
      <TextInput
        inputMode="numeric"
        aria-label={t('Relative quantity')}
        aria-invalid={readQuantity(text) === undefined ? true : undefined}
        value={text}
        onChange={write}
      />
      <Select
        label={t('Relative period')}
        value={`${range[`${end}Grain`]} ${isBefore ? 'before' : 'after'}`}
        choices={choices}
        onChange={(next) => {
          const [unit, side] = (next ?? '').split(' ');
          const grain = relativeUnits.find((one) => one === unit);
          const size = Math.abs(value);
          if (grain) change({ [`${end}Grain`]: grain, [`${end}GrainValue`]: side === 'before' ? -size : size });
        }}
      />
    </div>
  );
}

function AnchorFields({ range, change }: EndProps) {
  const t = useT();
  return (
    <RangeEnds>
      <Field label={t('Anchor to')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Anchor to')}
            value={range.anchorMode}
            choices={[
              { value: 'now' as const, label: t('Now') },
              { value: 'specific' as const, label: t('Date/Time') },
            ]}
            onChange={(mode) =>
              mode && change({ anchorMode: mode, anchorValue: mode === 'now' ? 'now' : range.untilDatetime })
            }
          />
        )}
      </Field>
      {range.anchorMode === 'specific' ? (
        <MomentField
          label={t('Anchor to')}
          value={range.anchorValue}
          onChange={(anchorValue) => change({ anchorValue })}
        />
      ) : null}
    </RangeEnds>
  );
}
