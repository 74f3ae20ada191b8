import { exploreEndpoints } from '@powerset/contract';
import { Badge, classNames, Field, Select, TextInput, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { CustomRangeFields } from './CustomRangeFields.tsx';
import { RangeCalendar } from './RangeCalendar.tsx';
import { RangeEnds } from './RangeEnds.tsx';
import { type ResolvedRange, rangeWords } from './range-words.ts';
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
  /** A preset was pressed: it is valid, and what was wanted. */
  readonly onPreset: (value: string) => void;
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

/** The five ways to say a time range, the presets of them all beside, and what the range means right now. */
export function TimeRangeEditor({ value, onChange, onPreset }: TimeRangeEditorProps) {
  const t = useT();
  const [type, setType] = useState<RangeType>(() => guessRangeType(value, new Date()));
  const [daysChosen, setDaysChosen] = useState(0);
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
  const chooseDays = (next: string) => {
    setType('Custom');
    // The fields of the ends start anew from what was pressed.
    setDaysChosen(daysChosen + 1);
    change(next);
  };
  return (
    <div className={styles.editor}>
      <PresetList value={value} onChoose={onPreset} />
      <div className={styles.fields}>
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
        {type === 'Advanced' ? (
          <AdvancedFields value={value} onChange={change} />
        ) : (
          <RangeCalendar value={value} resolved={actual.result} onChange={chooseDays} />
        )}
        {type === 'Custom' ? <CustomRangeFields key={daysChosen} value={value} onChange={change} /> : null}
        <div className={styles.actual}>
          <div className={classNames(textRoles.small, textRoles.medium)}>{t('Actual time range')}</div>
          <Readout text={value} {...actual} />
        </div>
      </div>
    </div>
  );
}

interface ReadoutProps {
  readonly text: string;
  readonly error: string | null;
  readonly result?: ResolvedRange | undefined;
}

function Readout({ text, error, result }: ReadoutProps) {
  const t = useT();
  const language = useLanguage();
  if (text === noFilter || text === '') return <div>{t('No filter')}</div>;
  if (error)
    return (
      <div className={styles.problem} role="alert">
        {error}
      </div>
    );
  if (!result) return <Badge>{t('Checking...')}</Badge>;
  return (
    <div className={styles.words} data-testid="actual-range" title={exactWords(result, t)}>
      {rangeWords(result, { t, language })}
    </div>
  );
}

/** The moments themselves, for those who compare them with what a query says. */
function exactWords({ since, until }: ResolvedRange, t: ReturnType<typeof useT>): string {
  return [
    since && t('Start (inclusive): {{moment}}', { moment: since }),
    until && t('End (exclusive): {{moment}}', { moment: until }),
  ]
    .filter(Boolean)
    .join('\n');
}

interface PresetListProps {
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

/** Every range that has a name: one press takes it. */
function PresetList({ value, onChoose }: PresetListProps) {
  const t = useT();
  return (
    <fieldset className={styles.presets} aria-label={t('Presets')}>
      {[...lastPresets, ...previousPresets, noFilter].map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.preset}
          aria-pressed={preset === (value || noFilter)}
          onClick={() => onChoose(preset)}
        >
          {t(preset)}
        </button>
      ))}
    </fieldset>
  );
}

interface AdvancedFieldsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function AdvancedFields({ value, onChange }: AdvancedFieldsProps) {
  const t = useT();
  const [since, until] = splitAdvanced(value);
  return (
    <>
      <RangeEnds>
        <Field label={t('Start (inclusive)')}>
          {(ids) => <TextInput {...ids} value={since} onChange={(next) => onChange(`${next}${separator}${until}`)} />}
        </Field>
        <Field label={t('End (exclusive)')}>
          {(ids) => <TextInput {...ids} value={until} onChange={(next) => onChange(`${since}${separator}${next}`)} />}
        </Field>
      </RangeEnds>
      <p className={styles.help}>
        {t('In words, or as a date: {{examples}}', { examples: '2 weeks ago · last monday · 2026-02-01 · now' })}
      </p>
    </>
  );
}
