import { numberFormatter, type ShownAs } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import { Field, Select, TextInput } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useQueries } from '../../../chart-runs/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useLanguage, useT, useWhole } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import {
  earlierOptions,
  optionOf,
  placeOfForm,
  previewQueries,
  showAsOptions,
  shownOf,
  toPreview,
  withMetric,
} from '../model/show-as.ts';
import { fetchQueries } from '../use-chart-run.ts';
import styles from './ShowAs.module.css';

export interface ShowAsProps {
  /** The control that the metric stands in. */
  readonly control: string;
  /** As it is being edited; null while it is not whole. */
  readonly metric: QueryMetric | null;
  readonly shown: ShownAs | null;
  readonly onChange: (shown: ShownAs | null) => void;
}

/** Chooses what a metric is shown as, with the first rows as they would come. */
export function ShowAs(props: ShowAsProps) {
  const t = useT();
  const { form } = useExplore();
  const { shown, onChange } = props;
  const place = placeOfForm(form);
  const isDifference = shown?.type === 'difference' || shown?.type === 'percent_difference';
  return (
    <>
      <Field label={t('Show as')}>
        {(ids) => (
          <Select
            {...ids}
            label={t('Show as')}
            value={optionOf(shown)}
            choices={showAsOptions(place).map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(option) => onChange(shownOf(option ?? '', shown, place))}
          />
        )}
      </Field>
      {isDifference ? (
        <Field label={t('Compared with')}>
          {(ids) => (
            <Select
              {...ids}
              label={t('Compared with')}
              value={shown.offset ?? ''}
              choices={[
                ...(place.hasRows ? [{ value: '', label: t('the one before') }] : []),
                ...earlierOptions.map(({ value, label }) => ({ value, label: t(label) })),
              ]}
              onChange={(offset) => onChange({ type: shown.type, ...(offset ? { offset } : {}) })}
            />
          )}
        </Field>
      ) : null}
      {shown?.type === 'moving_average' ? (
        <Periods periods={shown.periods ?? 3} onChange={(periods) => onChange({ ...shown, periods })} />
      ) : null}
      {shown && props.metric ? <Preview {...props} metric={props.metric} shown={shown} /> : null}
    </>
  );
}

interface PeriodsProps {
  readonly periods: number;
  readonly onChange: (periods: number) => void;
}

/** What is half typed is no number yet. */
function Periods({ periods, onChange }: PeriodsProps) {
  const t = useT();
  const whole = useWhole();
  const [text, setText] = useState(String(periods));
  const isGood = (typed: string) => /^\d{1,4}$/.test(typed) && Number(typed) >= 2 && Number(typed) <= 1000;
  return (
    <Field label={t('Average of how many')} note={t('2 to 1000')}>
      {(ids) => (
        <TextInput
          {...ids}
          inputMode="numeric"
          aria-invalid={!isGood(text)}
          value={text}
          onChange={(keys) => {
            const typed = whole(keys);
            setText(typed);
            if (isGood(typed)) onChange(Number(typed));
          }}
        />
      )}
    </Field>
  );
}

const settleMs = 300;

interface PreviewProps extends ShowAsProps {
  readonly metric: QueryMetric;
  readonly shown: ShownAs;
}

function Preview({ control, metric, shown }: PreviewProps) {
  const t = useT();
  const locale = useLanguage();
  const { dataset, definition, form } = useExplore();
  const changed = useMemo(() => withMetric(form, control, metric), [form, control, metric]);
  const [query] = useQueries(definition, changed).queries ?? [];
  const wanted = JSON.stringify(previewQueries(query, metric, shown));
  const asked = useSettled(wanted);
  const answer = useQuery({
    queryKey: ['show-as', dataset.id, asked],
    retry: false,
    queryFn: ({ signal }) => fetchQueries(dataset, { form, queries: JSON.parse(asked) }, signal),
  });
  const grain = typeof form.time_grain_sqla === 'string' ? form.time_grain_sqla : null;
  const label = metricLabel(metric);
  const write = numberFormatter(
    dataset.column_formats?.[label] ?? 'SMART_NUMBER',
    dataset.currency_formats?.[label] ?? null,
    locale,
  );
  const isCurrent = asked === wanted && answer.data !== undefined;
  const rows = isCurrent ? toPreview(answer.data, { metric, shown, grain, locale, write }) : [];
  if (answer.error && !answer.isFetching)
    return (
      <LoadFailure
        title={t('The preview could not be computed.')}
        error={answer.error}
        onRetry={() => void answer.refetch()}
      />
    );
  if (!isCurrent)
    return (
      <p className={styles.note} role="status">
        {t('The preview is on its way')}
      </p>
    );
  if (rows.length === 0) return <p className={styles.note}>{t('No rows to preview')}</p>;
  return (
    <table className={styles.preview} aria-label={t('Preview')}>
      <thead>
        <tr>
          <th scope="col">{t('Preview')}</th>
          <th scope="col">{dataset.verbose_map?.[label] ?? label}</th>
          <th scope="col">{t('Shown as')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{row.value}</td>
            <td>{row.shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A value once it has rested for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
