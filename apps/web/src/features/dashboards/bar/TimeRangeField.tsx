import { DownOutlined } from '@ant-design/icons';
import { Button, Field, Popover, RadioGroup, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { FilterValue } from '../filters/index.ts';

const noFilter = 'No filter';
const presets = ['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year'];
const calendarPresets = ['previous calendar week', 'previous calendar month', 'previous calendar year'];
const separator = ' : ';
const settleMs = 300;

export interface TimeRangeFieldProps {
  readonly label: string;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue) => void;
}

/** A time range: one of the common ones, or two ends in the words of the time range grammar. */
export function TimeRangeField({ label, value, onChange }: TimeRangeFieldProps) {
  const t = useT();
  const text = typeof value === 'string' && value ? value : noFilter;
  const [draft, setDraft] = useState(text);
  const actual = useActualRange(text);
  const checked = useActualRange(draft);
  const choose = (close: () => void) => {
    onChange(draft === noFilter ? null : draft);
    close();
  };
  return (
    <>
      <Popover
        label={label}
        title={t('Edit time range')}
        onOpenChange={(isOpen) => isOpen && setDraft(text)}
        trigger={
          <Button className="fb-time" iconAfter={DownOutlined} label={`${label}: ${t(text)}`}>
            {t(text)}
          </Button>
        }
        foot={(close) => (
          <>
            <Button onClick={close}>{t('CANCEL')}</Button>
            <Button kind="primary" isDisabled={checked.error !== null} onClick={() => choose(close)}>
              {t('APPLY')}
            </Button>
          </>
        )}
      >
        <RangeForm value={draft} onChange={setDraft} error={checked.error} actual={checked.words} />
      </Popover>
      {actual.words ? <p className="fb-f__actual">{actual.words}</p> : null}
    </>
  );
}

interface RangeFormProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly actual: string | null;
}

function RangeForm({ value, onChange, error, actual }: RangeFormProps) {
  const t = useT();
  const known = [noFilter, ...presets, ...calendarPresets];
  const isCustom = !known.includes(value);
  const [since = '', until = ''] = isCustom ? value.split(separator) : [];
  const setEnds = (from: string, to: string) => onChange(`${from}${separator}${to}`);
  return (
    <div className="fb-time__body">
      <RadioGroup
        name="time-range"
        label={t('Time range')}
        value={isCustom ? 'custom' : value}
        choices={[...known.map((text) => ({ value: text, label: t(text) })), { value: 'custom', label: t('Custom') }]}
        onChange={(next) => onChange(next === 'custom' ? separator : next)}
      />
      {isCustom ? (
        <>
          <Field label={t('Start (inclusive)')}>
            {(ids) => (
              <TextInput {...ids} value={since} placeholder="2026-01-01" onChange={(text) => setEnds(text, until)} />
            )}
          </Field>
          <Field label={t('End (exclusive)')}>
            {(ids) => <TextInput {...ids} value={until} placeholder="now" onChange={(text) => setEnds(since, text)} />}
          </Field>
        </>
      ) : null}
      <div aria-live="polite">
        {error ? <p className="ps-field__error">{error}</p> : null}
        {actual && !error ? <p className="fb-f__actual">{actual}</p> : null}
      </div>
    </div>
  );
}

/** What the server reads in a range's text, in words, or what is wrong with it. */
function useActualRange(text: string): { readonly words: string | null; readonly error: string | null } {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error } = useQuery({
    queryKey: ['time-range', settled],
    enabled: settled !== noFilter && settled.replace(separator, '').trim() !== '',
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.request<{ result: { since: string; until: string } }>('/api/v1/time_range/', {
        query: { q: settled },
        signal,
      }),
  });
  if (error) return { words: null, error: errorText(error) };
  const range = data?.result;
  return {
    words: range ? `${shortTime(range.since) || '-∞'} ≤ col < ${shortTime(range.until) || '∞'}` : null,
    error: null,
  };
}

/** Midnight needs no time of day. */
function shortTime(moment: string): string {
  return moment.replace(/T00:00:00(\.0+)?$/, '');
}
