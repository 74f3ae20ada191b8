import type { ChartFacts, ChartWords } from '@powerset/chart-kit';
import type { ChosenParts, DataFacts, Suggestion } from '@powerset/charts/suggestions';
import { chartTypes } from '@powerset/charts/types';
import { Badge, Button, classNames, EmptyState, lineRoles, Modal, SearchInput, textRoles } from '@powerset/ui';
import { type RefObject, useMemo, useState } from 'react';
import { useChartTranslate } from '../../../chart-runs/index.ts';
import {
  ChartPicture,
  type DrawnPicture,
  type PictureRequest,
  useChartAdvice,
  useChartPicture,
  usePlacedPicture,
  usualPicture,
} from '../../../chart-suggestions/index.ts';
import { serverText, useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import {
  categories,
  choiceAfter,
  choiceAmong,
  firstSection,
  inSection,
  otherTags,
  recommendedTags,
  type Section,
  searchCharts,
} from '../model/gallery.ts';
import { useGalleryCharts } from '../use-gallery-charts.ts';
import styles from './GalleryModal.module.css';

export interface GalleryModalProps {
  readonly chosenKey: string | null;
  /** What is to be drawn, where that is known: types that fit it are suggested, and others say why they do not. */
  readonly data?: DataFacts;
  readonly chosen?: ChosenParts;
  /** How a picture of what is suggested is asked for. */
  readonly pictureOf?: (suggestion: Suggestion) => PictureRequest | null;
  /** Nothing was chosen yet: it opens with what fits. */
  readonly beginsWithSuggestions?: boolean;
  /** The type, and what its form is to hold where it was taken from the suggested ones. */
  readonly onChoose: (key: string, fields?: Suggestion['fields']) => void;
  readonly onClose: () => void;
}

/** The types that fit the data, and of each other type why it does not. */
function useAdvice({ data, chosen }: Pick<GalleryModalProps, 'data' | 'chosen'>) {
  const advice = useChartAdvice();
  return useMemo(() => {
    if (!data || !advice) return { suggestions: [], misfitOf: () => null };
    return {
      suggestions: advice.suggestCharts(data, chosen).slice(0, mostSuggested),
      misfitOf: (key: string) => advice.misfitOf(key, data),
    };
  }, [advice, data, chosen]);
}

const mostSuggested = 9;
const suggestedSection: Section = { kind: 'suggested' };

/** Every chart type, by section or by search; a double press takes one at once. */
export function GalleryModal(props: GalleryModalProps) {
  const { chosenKey, onClose } = props;
  const t = useT();
  const all = useGalleryCharts();
  const { suggestions, misfitOf } = useAdvice(props);
  const start = chartTypes.all.find(({ key }) => key === chosenKey);
  const [picked, setChosen] = useState(start);
  const [opened, setSection] = useState<Section | null>(null);
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const suggested = suggestions.flatMap(({ key }) => all.find((chart) => chart.key === key) ?? []);
  const isBeginning = props.beginsWithSuggestions === true && suggested.length > 0;
  const section = opened ?? (isBeginning ? suggestedSection : firstSection(start));
  const isSuggesting = section.kind === 'suggested' && !isSearching;
  const inGroup = isSuggesting ? suggested : all.filter((chart) => inSection(chart, section));
  const shown = isSearching ? searchCharts(all, text, t) : inGroup;
  const chosen = isSearching ? choiceAmong(shown, picked) : picked;
  const choose = (next: Section) => {
    setText('');
    setSection(next);
    setChosen(next.kind === 'suggested' ? choiceAmong(suggested, picked) : choiceAfter(next, picked));
  };
  const suggestionOf = (key: string) => (isSuggesting ? suggestions.find((one) => one.key === key) : undefined);
  const confirm = (key: string) => props.onChoose(key, suggestionOf(key)?.fields);
  const cardOf = (chart: ChartFacts) => {
    const suggestion = suggestionOf(chart.key);
    const request = (suggestion && props.pictureOf?.(suggestion)) ?? null;
    return { chart, note: suggestion?.reason ?? misfitOf(chart.key), request };
  };
  return (
    <Modal
      width={1080}
      title={t('Select a visualization type')}
      closesAtOnce
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isDisabled={!chosen} onClick={() => chosen && confirm(chosen.key)}>
            {t('Select')}
          </Button>
        </>
      }
    >
      <div className={styles.gallery}>
        <Sections
          charts={all}
          section={isSearching ? null : section}
          hasSuggestions={suggested.length > 0}
          onChoose={choose}
        />
        <div className={styles.main}>
          <SearchInput label={t('Search all charts')} value={text} onChange={setText} />
          <div className={styles.charts} role="listbox" aria-label={t('Charts')}>
            {shown.map((chart) => (
              <TypeCard
                key={chart.key}
                {...cardOf(chart)}
                isChosen={chart.key === chosen?.key}
                onChoose={() => setChosen(chart)}
                onConfirm={() => confirm(chart.key)}
              />
            ))}
            {shown.length === 0 ? <EmptyState title={t('No chart type matches')} /> : null}
          </div>
          <RefusedPlugins />
          {chosen ? <TypeDetails {...cardOf(chosen)} /> : null}
        </div>
      </div>
    </Modal>
  );
}

/** Plugins that are not offered, for those who look after the server. */
function RefusedPlugins() {
  const t = useT();
  const { bootstrap, can } = useSession();
  const { refusedPlugins = [] } = bootstrap;
  if (refusedPlugins.length === 0 || !can('can_read', 'Metrics')) return null;
  return (
    <details className={classNames(textRoles.small, styles.refused)}>
      <summary>{t('Plugins that are not offered: {{count}}', { count: refusedPlugins.length })}</summary>
      <dl>
        {refusedPlugins.map(({ name, reason }) => (
          <div key={`${name}:${reason}`}>
            <dt>{name}</dt>
            <dd className={textRoles.secondary}>{serverText(reason)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface SectionsProps {
  readonly charts: readonly ChartFacts[];
  readonly section: Section | null;
  readonly hasSuggestions: boolean;
  readonly onChoose: (section: Section) => void;
}

function Sections({ charts, section, hasSuggestions, onChoose }: SectionsProps) {
  const t = useT();
  const item = (own: Section, label: string) => (
    <button
      key={`${own.kind}:${label}`}
      type="button"
      className={classNames(styles.section, JSON.stringify(own) === JSON.stringify(section) && styles.on)}
      onClick={() => onChoose(own)}
    >
      {label}
    </button>
  );
  return (
    <nav className={styles.sections} aria-label={t('Sections')}>
      {hasSuggestions ? item(suggestedSection, t('Suggested')) : null}
      {item({ kind: 'all' }, t('All charts'))}
      <details open>
        <summary>{t('Recommended tags')}</summary>
        {recommendedTags.map((name) => item({ kind: 'tag', name }, t(name)))}
      </details>
      <details open>
        <summary>{t('Category')}</summary>
        {categories(charts).map((name) => item({ kind: 'category', name }, t(name)))}
      </details>
      <details>
        <summary>{t('Tags')}</summary>
        {otherTags(charts).map((name) => item({ kind: 'tag', name }, t(name)))}
      </details>
    </nav>
  );
}

interface ChartCardProps {
  readonly chart: ChartFacts;
  /** Why it fits the data, or does not. */
  readonly note?: ChartWords | null;
  /** What the data would look like. */
  readonly picture?: DrawnPicture;
  /** Where the picture is. */
  readonly place?: RefObject<HTMLButtonElement | null>;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onConfirm: () => void;
}

type Requested = { readonly request: PictureRequest | null };

/** The card of a type, with a picture of the data where one is to be had. */
function TypeCard({ request, ...card }: Omit<ChartCardProps, 'picture' | 'place'> & Requested) {
  return request ? <PicturedCard {...card} request={request} /> : <ChartCard {...card} />;
}

function PicturedCard({ request, ...card }: Omit<ChartCardProps, 'picture' | 'place'> & Requested) {
  const { ref, ...picture } = usePlacedPicture<HTMLButtonElement>(request);
  return <ChartCard {...card} picture={picture} place={ref} />;
}

/** One chart type, with its label if it has one. */
export function ChartCard(props: ChartCardProps) {
  const { chart, note = null, picture = usualPicture, place, isChosen, onChoose, onConfirm } = props;
  const t = useT();
  const translate = useChartTranslate();
  const words = note ? translate(note.text, note.values) : undefined;
  return (
    <button
      ref={place}
      type="button"
      role="option"
      aria-selected={isChosen}
      aria-description={[words, picture.summary].filter(Boolean).join(' ') || undefined}
      className={classNames(styles.card, isChosen && styles.on)}
      onClick={onChoose}
      onDoubleClick={onConfirm}
    >
      <ChartPicture chartKey={chart.key} thumbnail={chart.thumbnail} picture={picture} className={styles.picture} />
      <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
        {t(chart.name)}
      </span>
      {chart.badge ? <Badge title={chart.badgeExplanation}>{t(chart.badge)}</Badge> : null}
      {words ? (
        <span aria-hidden className={classNames(textRoles.muted, styles.note)}>
          {words}
        </span>
      ) : null}
    </button>
  );
}

type DetailsProps = Pick<ChartCardProps, 'chart' | 'note' | 'picture'>;

function TypeDetails({ request, ...details }: DetailsProps & Requested) {
  return request ? <PicturedDetails {...details} request={request} /> : <ChartDetails {...details} />;
}

function PicturedDetails({ request, ...details }: DetailsProps & Requested) {
  return <ChartDetails {...details} picture={useChartPicture(request, true)} />;
}

/** What the chosen chart type is for, and what it looks like: with the data, or else in general. */
export function ChartDetails({ chart, note = null, picture = usualPicture }: DetailsProps) {
  const t = useT();
  const translate = useChartTranslate();
  return (
    <div className={styles.details}>
      <div>
        <h3>{t(chart.name)}</h3>
        <div className={classNames(lineRoles.line, styles.tags)}>
          {chart.tags.map((tag) => (
            <Badge key={tag}>{t(tag)}</Badge>
          ))}
        </div>
        {note ? <p className={styles.why}>{translate(note.text, note.values)}</p> : null}
        <p className={textRoles.secondary}>
          {chart.description ? t(chart.description) : t('No description available.')}
        </p>
      </div>
      <figure>
        <figcaption className={classNames(textRoles.small, textRoles.muted)}>
          {picture.image === null ? t('Examples') : t('With your data')}
        </figcaption>
        <ChartPicture
          chartKey={chart.key}
          thumbnail={chart.thumbnail}
          picture={picture}
          alt={picture.summary || t(chart.name)}
          className={styles.example}
        />
      </figure>
    </div>
  );
}
