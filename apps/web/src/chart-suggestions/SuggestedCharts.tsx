import { chartNames } from '@powerset/charts/names';
import { type ChosenParts, type DataFacts, type Suggestion, suggestCharts } from '@powerset/charts/suggestions';
import { chartThumbnails } from '@powerset/charts/thumbnails';
import { classNames, textRoles } from '@powerset/ui';
import { useId, useMemo } from 'react';
import { useChartTranslate } from '../chart-runs/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './SuggestedCharts.module.css';

export interface SuggestedChartsProps {
  readonly data: DataFacts;
  readonly chosen?: ChosenParts;
  /** Keys of the types that may be taken; all where absent. */
  readonly offered?: readonly string[];
  /** The one that is drawn already. */
  readonly current?: string;
  /** One line of small buttons, above a picture. */
  readonly isLine?: boolean;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** More would be a gallery. */
const mostShown = 6;

/** A few chart types that fit, the best first; one press fills in the form. */
export function SuggestedCharts(props: SuggestedChartsProps) {
  const { data, chosen, offered, current, isLine = false, onChoose } = props;
  const t = useT();
  const id = useId();
  const shown = useMemo(
    () =>
      suggestCharts(data, chosen)
        .filter(({ key }) => offered?.includes(key) ?? true)
        .slice(0, mostShown),
    [data, chosen, offered],
  );
  if (shown.length === 0) return null;
  return (
    <section className={classNames(styles.suggested, isLine && styles.line)} aria-labelledby={id}>
      <h3 id={id} className={classNames(textRoles.small, textRoles.muted, styles.title)}>
        {t('Suggested')}
      </h3>
      <div className={styles.cards}>
        {shown.map((suggestion) => (
          <Card
            key={suggestion.key}
            suggestion={suggestion}
            isLine={isLine}
            isCurrent={current === undefined ? undefined : suggestion.key === current}
            onChoose={() => onChoose(suggestion)}
          />
        ))}
      </div>
    </section>
  );
}

interface CardProps {
  readonly suggestion: Suggestion;
  readonly isLine: boolean;
  /** Undefined where nothing is drawn yet. */
  readonly isCurrent: boolean | undefined;
  readonly onChoose: () => void;
}

function Card({ suggestion: { key, reason }, isLine, isCurrent, onChoose }: CardProps) {
  const t = useT();
  const translate = useChartTranslate();
  const name = t(chartNames[key] ?? key);
  const why = translate(reason.text, reason.values);
  return (
    <button
      type="button"
      className={classNames(styles.card, isCurrent && styles.on)}
      aria-description={isLine ? why : undefined}
      aria-pressed={isCurrent}
      title={isLine ? why : undefined}
      onClick={onChoose}
    >
      <img src={chartThumbnails[key]} alt="" width={72} height={45} />
      <span className={styles.words}>
        <span className={classNames(styles.name, textRoles.truncated)}>{name} </span>
        {isLine ? null : <span className={styles.reason}>{why}</span>}
      </span>
    </button>
  );
}
