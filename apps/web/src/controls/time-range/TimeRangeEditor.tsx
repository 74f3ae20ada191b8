import { exploreEndpoints } from '@powerset/contract';
import { Badge, classNames, Field, RadioGroup, Select, TextInput, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { CustomRangeFields } from './CustomRangeFields.tsx';
import { RangeEnds } from './RangeEnds.tsx';
import styles from './TimeRangeEditor.module.css';
import {
  draftFor,
  guessRangeType,
  lastPresets,
  noFilter,
  previousPresets,
  type RangeType,
  rangeTypes,
  separator,
  splitAdvanced,
} from './time-range.ts';

export interface TimeRangeEditorProps {
  readonly value: string;
  readonly onChange: (value: string, isValid: boolean) => void;
}

const settleMs = 300;

/** What the server reads in a range's text: the moments, or what is wrong. */
export function useActualRange(text: string) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ['time-range', settled],
    enabled: settled !== noFilter && settled !== '',
    retry: false,
    queryFn: ({ signal }) => api.callEndpoint(exploreEndpoints.timeRange, { query: { q: settled }, signal }),
  });
  const isSettled = settled === text;
  return {
    isValid: text === noFilter || text === '' || (isSettled && query.isSuccess),
    error: isSettled && query.error ? errorText(query.error) : null,
    result: isSettled ? query.data?.result : undefined,
  };
}

/** The five ways to say a time range, and what it means right now. */
export function TimeRangeEditor({ value, onChange }: TimeRangeEditorProps) {
  const t = useT();
  const [type, setType] = useState<RangeType>(() => guessRangeType(value, new Date()));
  const actual = useActualRange(value);
  const { isValid } = actual;
  // Tells the holder when the server's verdict arrives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the verdict counts
  useEffect(() => onChange(value, isValid), [value, isValid]);
  const change = (next: string) => onChange(next === '' ? noFilter : next, false);
  const chooseType = (next: RangeType | undefined) => {
    if (!next) return;
    setType(next);
    change(draftFor(next, value, new Date()));
  };
  return (
    <div className={styles.editor}>
      <Field label={t('Range type')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Range type')}
            value={type}
            choices={rangeTypes.map((one) => ({ value: one, label: t(one) }))}
            onChange={chooseType}
          />
        )}
      </Field>
      {type === 'Last' ? <Presets name="last" presets={lastPresets} value={value} onChange={change} /> : null}
      {type === 'Previous' ? (
        <Presets name="previous" presets={previousPresets} value={value} onChange={change} />
      ) : null}
      {type === 'Custom' ? <CustomRangeFields value={value} onChange={change} /> : null}
      {type === 'Advanced' ? <AdvancedFields value={value} onChange={change} /> : null}
      <div className={styles.actual}>
        <div className={classNames(textRoles.small, textRoles.medium)}>{t('Actual time range')}</div>
        <Readout text={value} {...actual} />
      </div>
    </div>
  );
}

function Readout({
  text,
  error,
  result,
}: {
  text: string;
  error: string | null;
  result?: { since: string; until: string };
}) {
  const t = useT();
  if (text === noFilter || text === '') return <div className={textRoles.code}>{t('No filter')}</div>;
  if (error)
    return (
      <div className={styles.problem} role="alert">
        {error}
      </div>
    );
  if (!result) return <Badge>{t('Checking...')}</Badge>;
  return (
    <div className={textRoles.code} data-testid="actual-range">
      {`${result.since || '-∞'} ≤ col < ${result.until || '∞'}`}
    </div>
  );
}

interface PresetsProps {
  readonly name: string;
  readonly presets: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Presets({ name, presets, value, onChange }: PresetsProps) {
  const t = useT();
  return (
    <RadioGroup
      name={`time-${name}`}
      label={t('Time range')}
      value={value}
      choices={presets.map((preset) => ({ value: preset, label: t(preset) }))}
      onChange={onChange}
    />
  );
}

function AdvancedFields({ value, onChange }: Pick<PresetsProps, 'value' | 'onChange'>) {
  const t = useT();
  const [since, until] = splitAdvanced(value);
  return (
    <RangeEnds>
      <Field label={t('Start (inclusive)')}>
        {(ids) => <TextInput {...ids} value={since} onChange={(next) => onChange(`${next}${separator}${until}`)} />}
      </Field>
      <Field label={t('End (exclusive)')}>
        {(ids) => <TextInput {...ids} value={until} onChange={(next) => onChange(`${since}${separator}${next}`)} />}
      </Field>
    </RangeEnds>
  );
}
