import type { ChartFacts, ChartWords } from '@powerset/chart-kit';
import type { ChosenParts, DataFacts, Suggestion } from '@powerset/charts/suggestions';
import { chartThumbnails } from '@powerset/charts/thumbnails';
import { chartTypes } from '@powerset/charts/types';
import { Badge, Button, classNames, EmptyState, lineRoles, Modal, SearchInput, textRoles } from '@powerset/ui';
import { useMemo, useState } from 'react';
import { useChartTranslate } from '../../../chart-runs/index.ts';
import { useChartAdvice } from '../../../chart-suggestions/index.ts';
import { useT } from '../../../i18n/index.ts';
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

/** Every chart type, by section or by search; a double press takes one at once. */
export function GalleryModal(props: GalleryModalProps) {
  const { chosenKey, onClose } = props;
  const t = useT();
  const all = useGalleryCharts();
  const { suggestions, misfitOf } = useAdvice(props);
  const start = chartTypes.all.find(({ key }) => key === chosenKey);
  const [picked, setChosen] = useState(start);
  const [section, setSection] = useState<Section>(() => firstSection(start));
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const suggested = suggestions.flatMap(({ key }) => all.find((chart) => chart.key === key) ?? []);
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
  const noteOf = (key: string) => suggestionOf(key)?.reason ?? misfitOf(key);
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
              <ChartCard
                key={chart.key}
                chart={chart}
                note={noteOf(chart.key)}
                isChosen={chart.key === chosen?.key}
                onChoose={() => setChosen(chart)}
                onConfirm={() => confirm(chart.key)}
              />
            ))}
            {shown.length === 0 ? <EmptyState title={t('No chart type matches')} /> : null}
          </div>
          {chosen ? <ChartDetails chart={chosen} note={noteOf(chosen.key)} /> : null}
        </div>
      </div>
    </Modal>
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
      {hasSuggestions ? item({ kind: 'suggested' }, t('Suggested')) : null}
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
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onConfirm: () => void;
}

/** One chart type, with its label if it has one. */
export function ChartCard({ chart, note = null, isChosen, onChoose, onConfirm }: ChartCardProps) {
  const t = useT();
  const translate = useChartTranslate();
  const words = note ? translate(note.text, note.values) : undefined;
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      aria-description={words}
      className={classNames(styles.card, isChosen && styles.on)}
      onClick={onChoose}
      onDoubleClick={onConfirm}
    >
      <img src={chart.thumbnail ?? chartThumbnails[chart.key]} alt="" width={140} height={88} />
      <span className={classNames(styles.name, textRoles.truncated)}>{t(chart.name)}</span>
      {chart.badge ? <Badge title={chart.badgeExplanation}>{t(chart.badge)}</Badge> : null}
      {words ? (
        <span aria-hidden className={classNames(textRoles.muted, styles.note)}>
          {words}
        </span>
      ) : null}
    </button>
  );
}

/** What the chosen chart type is for. */
export function ChartDetails({ chart, note = null }: Pick<ChartCardProps, 'chart' | 'note'>) {
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
        <figcaption className={classNames(textRoles.small, textRoles.muted)}>{t('Examples')}</figcaption>
        <img src={chart.thumbnail ?? chartThumbnails[chart.key]} alt={t(chart.name)} width={240} height={150} />
      </figure>
    </div>
  );
}
