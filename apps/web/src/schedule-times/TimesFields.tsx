import { scheduleEndpoints, type WireCron } from '@powerset/contract';
import { Field, Select, TextInput, textRoles } from '@powerset/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, api, errorText } from '../api/index.ts';
import { FieldPair } from '../controls/form-modal/index.ts';
import { useLanguage, useT } from '../i18n/index.ts';
import { timesText, weekdayName } from './cron-words.ts';
import { type Plan, type PlanKind, planKinds, readPlan, type Times, writePlan } from './plan.ts';
import styles from './TimesFields.module.css';
import { useSettled } from './use-settled.ts';

export interface TimesPreview {
  readonly cron_fields: WireCron;
  readonly times: readonly string[];
}

/** Asks what times come of an expression; problems are named by the fields `cron` and `timezone`. */
export interface PreviewSource {
  /** Cache key. */
  readonly name: string;
  readonly load: (times: Times, signal: AbortSignal) => Promise<TimesPreview>;
  /** How the server calls the field of the expression. */
  readonly cronField: string;
}

const ofSchedules: PreviewSource = {
  name: 'schedule',
  load: async (query, signal) => (await api.callEndpoint(scheduleEndpoints.preview, { query, signal })).result,
  cronField: 'cron',
};

export interface TimesFieldsProps {
  readonly value: Times;
  readonly onChange: (value: Times) => void;
  /** What the server said against single fields. */
  readonly errors?: Readonly<Record<string, string>>;
  /** Who says what comes of them; schedules by default. */
  readonly source?: PreviewSource;
}

type T = ReturnType<typeof useT>;

function kindText(t: T, kind: PlanKind): string {
  const texts: Readonly<Record<PlanKind, string>> = {
    hour: t('Every hour'),
    day: t('Every day'),
    weekday: t('From Monday to Friday'),
    week: t('Every week'),
    month: t('Every month'),
    custom: t('Cron expression'),
  };
  return texts[kind];
}

/** When something runs: chosen, or written as cron; in words below, with the next three times. */
export function TimesFields({ value, onChange, errors = {}, source = ofSchedules }: TimesFieldsProps) {
  const t = useT();
  const [plan, setPlan] = useState(() => readPlan(value.cron));
  const change = (next: Plan) => {
    setPlan(next);
    if (next.kind !== 'custom') onChange({ ...value, cron: writePlan(next) });
  };
  const preview = usePreview(value, source);
  const problems = { ...preview.problems, ...errors };
  return (
    <div className={styles.fields}>
      <FieldPair>
        <Field label={t('Repeat')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Repeat')}
              choices={planKinds.map((kind) => ({ value: kind, label: kindText(t, kind) }))}
              value={plan.kind}
              isClearable={false}
              onChange={(kind) => change({ ...plan, kind: kind ?? 'day' })}
            />
          )}
        </Field>
        <PlanField
          plan={plan}
          cron={value.cron}
          error={problems.cron}
          onPlan={change}
          onCron={(cron) => onChange({ ...value, cron })}
        />
      </FieldPair>
      {plan.kind === 'week' || plan.kind === 'month' ? <DayField plan={plan} onChange={change} /> : null}
      <ZoneField
        value={value.timezone}
        error={problems.timezone}
        onChange={(timezone) => onChange({ ...value, timezone })}
      />
      <PreviewBox preview={preview} zone={value.timezone} />
    </div>
  );
}

interface PlanFieldProps {
  readonly plan: Plan;
  readonly cron: string;
  readonly error: string | undefined;
  readonly onPlan: (plan: Plan) => void;
  readonly onCron: (cron: string) => void;
}

/** At what time of the day, or at which minute; or the expression itself. */
function PlanField({ plan, cron, error, onPlan, onCron }: PlanFieldProps) {
  const t = useT();
  if (plan.kind === 'custom')
    return (
      <Field
        label={t('Cron expression')}
        error={error}
        help={t('Minute, hour, day of the month, month, day of the week')}
      >
        {(ids) => <TextInput {...ids} className={styles.cron} value={cron} maxLength={200} onChange={onCron} />}
      </Field>
    );
  if (plan.kind === 'hour') {
    const [hour = '06', minute = '00'] = plan.time.split(':');
    const setMinute = (text: string) => {
      const number = Math.min(59, Math.max(0, Math.floor(Number(text) || 0)));
      onPlan({ ...plan, time: `${hour}:${String(number).padStart(2, '0')}` });
    };
    return (
      <Field label={t('At minute')} error={error}>
        {(ids) => <TextInput {...ids} type="number" min={0} max={59} value={Number(minute)} onChange={setMinute} />}
      </Field>
    );
  }
  return (
    <Field label={t('At')} error={error}>
      {(ids) => (
        <TextInput {...ids} type="time" value={plan.time} onChange={(time) => time && onPlan({ ...plan, time })} />
      )}
    </Field>
  );
}

/** On which day of the week or of the month. */
function DayField({ plan, onChange }: { readonly plan: Plan; readonly onChange: (plan: Plan) => void }) {
  const t = useT();
  const language = useLanguage();
  const isWeek = plan.kind === 'week';
  const days = isWeek ? [1, 2, 3, 4, 5, 6, 0] : Array.from({ length: 31 }, (_, at) => at + 1);
  const label = isWeek ? t('Day of the week') : t('Day of the month');
  const help = !isWeek && plan.day > 28 ? t('Months without this day are left out.') : undefined;
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <Select
          {...ids}
          label={label}
          choices={days.map((day) => ({ value: day, label: isWeek ? weekdayName(day, language) : String(day) }))}
          value={isWeek ? plan.weekday : plan.day}
          isClearable={false}
          onChange={(day = 1) => onChange(isWeek ? { ...plan, weekday: day } : { ...plan, day })}
        />
      )}
    </Field>
  );
}

interface ZoneFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (zone: string) => void;
}

function ZoneField({ value, error, onChange }: ZoneFieldProps) {
  const t = useT();
  const [zones] = useState(() => [...new Set(['UTC', value, ...Intl.supportedValuesOf('timeZone')])]);
  return (
    <Field label={t('Time zone')} error={error}>
      {(ids) => (
        <Select
          {...ids}
          label={t('Time zone')}
          choices={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
          value={value}
          isClearable={false}
          onChange={(zone) => zone && onChange(zone)}
        />
      )}
    </Field>
  );
}

const settleMs = 300;

/** What the server makes of the times, and what it says against them. */
function usePreview(value: Times, { name: source, load, cronField }: PreviewSource) {
  const t = useT();
  const { cron, timezone } = useSettled(value, settleMs);
  const { data, error } = useQuery({
    queryKey: [source, 'preview', cron, timezone],
    queryFn: ({ signal }) => load({ cron, timezone }, signal),
    enabled: cron.trim() !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const fields = error instanceof ApiError ? error.fields : {};
  const problems: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(fields).map(([name, texts]) => [
      name === cronField ? 'cron' : name,
      texts.map((text) => t(text)).join(' '),
    ]),
  );
  return { preview: error ? undefined : data, error, problems };
}

function PreviewBox({
  preview: { preview, error, problems },
  zone,
}: {
  preview: ReturnType<typeof usePreview>;
  zone: string;
}) {
  const t = useT();
  const language = useLanguage();
  const locale = language === 'en' ? 'en-GB' : language;
  const format = (time: string) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(new Date(time));
  return (
    <output className={styles.preview} aria-live="polite">
      {preview ? (
        <>
          <span className={styles.words}>{timesText(preview.cron_fields, language)}</span>
          <span className={textRoles.secondary}>{t('Next times')}</span>
          <ol className={styles.times}>
            {preview.times.map((time) => (
              <li key={time}>{format(time)}</li>
            ))}
          </ol>
        </>
      ) : (
        <span className={textRoles.secondary}>
          {error && Object.keys(problems).length === 0 ? errorText(error) : t('The next times are shown here.')}
        </span>
      )}
    </output>
  );
}
