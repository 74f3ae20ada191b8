import { chartNames } from '@powerset/charts/names';
import { type ChosenParts, type DataFacts, type Suggestion, suggestCharts } from '@powerset/charts/suggestions';
import { classNames, textRoles } from '@powerset/ui';
import { type RefObject, useId, useMemo } from 'react';
import { useChartTranslate } from '../chart-runs/index.ts';
import { useT } from '../i18n/index.ts';
import { ChartPicture, usePlacedPicture } from './ChartPicture.tsx';
import styles from './SuggestedCharts.module.css';
import { type ChartPicture as Drawn, type PictureRequest, usualPicture } from './use-chart-picture.ts';

export interface SuggestedChartsProps {
  readonly data: DataFacts;
  readonly chosen?: ChosenParts;
  /** Keys of the types that may be taken; all where absent. */
  readonly offered?: readonly string[];
  /** The one that is drawn already. */
  readonly current?: string;
  /** One line of small buttons, above a picture. */
  readonly isLine?: boolean;
  /** How a picture of each is asked for; null where there is none. Types have their usual pictures where absent. */
  readonly pictureOf?: (suggestion: Suggestion) => PictureRequest | null;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** More would be a gallery. */
const mostShown = 6;

/** A few chart types that fit, the best first; one press fills in the form. */
export function SuggestedCharts(props: SuggestedChartsProps) {
  const { data, chosen, offered, current, isLine = false, pictureOf, onChoose } = props;
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
        {shown.map((suggestion) => {
          const card = {
            ...{ suggestion, isLine, onChoose: () => onChoose(suggestion) },
            isCurrent: current === undefined ? undefined : suggestion.key === current,
          };
          const request = pictureOf?.(suggestion) ?? null;
          return request ? (
            <PicturedCard key={suggestion.key} {...card} request={request} />
          ) : (
            <Card key={suggestion.key} {...card} picture={usualPicture} />
          );
        })}
      </div>
    </section>
  );
}

interface CardProps {
  readonly suggestion: Suggestion;
  readonly isLine: boolean;
  /** Undefined where nothing is drawn yet. */
  readonly isCurrent: boolean | undefined;
  readonly picture: Drawn;
  /** Where the picture is. */
  readonly place?: RefObject<HTMLButtonElement | null>;
  readonly onChoose: () => void;
}

function PicturedCard({
  request,
  ...card
}: Omit<CardProps, 'picture' | 'place'> & { readonly request: PictureRequest }) {
  const { ref, ...picture } = usePlacedPicture<HTMLButtonElement>(request);
  return <Card {...card} picture={picture} place={ref} />;
}

function Card({ suggestion: { key, reason }, isLine, isCurrent, picture, place, onChoose }: CardProps) {
  const t = useT();
  const translate = useChartTranslate();
  const name = t(chartNames[key] ?? key);
  const why = translate(reason.text, reason.values);
  const description = [isLine ? why : '', picture.summary].filter(Boolean).join(' ');
  return (
    <button
      ref={place}
      type="button"
      className={classNames(styles.card, isCurrent && styles.on)}
      aria-description={description || undefined}
      aria-pressed={isCurrent}
      title={isLine ? why : undefined}
      onClick={onChoose}
    >
      <ChartPicture chartKey={key} picture={picture} className={styles.picture} />
      <span className={styles.words}>
        <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
          {name}{' '}
        </span>
        {isLine ? null : <span className={styles.reason}>{why}</span>}
      </span>
    </button>
  );
}
