import type { ChartFacts } from '@powerset/chart-kit';
import { chartThumbnails } from '@powerset/charts/thumbnails';
import { chartTypes } from '@powerset/charts/types';
import { Badge, Button, classNames, EmptyState, lineRoles, Modal, SearchInput, textRoles } from '@powerset/ui';
import { useState } from 'react';
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
  readonly onChoose: (key: string) => void;
  readonly onClose: () => void;
}

/** Every chart type, by section or by search; a double press takes one at once. */
export function GalleryModal({ chosenKey, onChoose, onClose }: GalleryModalProps) {
  const t = useT();
  const all = useGalleryCharts();
  const start = chartTypes.all.find(({ key }) => key === chosenKey);
  const [picked, setChosen] = useState(start);
  const [section, setSection] = useState<Section>(() => firstSection(start));
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const shown = isSearching ? searchCharts(all, text, t) : all.filter((chart) => inSection(chart, section));
  const chosen = isSearching ? choiceAmong(shown, picked) : picked;
  const choose = (next: Section) => {
    setText('');
    setSection(next);
    setChosen(choiceAfter(next, picked));
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
          <Button kind="primary" isDisabled={!chosen} onClick={() => chosen && onChoose(chosen.key)}>
            {t('Select')}
          </Button>
        </>
      }
    >
      <div className={styles.gallery}>
        <Sections charts={all} section={isSearching ? null : section} onChoose={choose} />
        <div className={styles.main}>
          <SearchInput label={t('Search all charts')} value={text} onChange={setText} />
          <div className={styles.charts} role="listbox" aria-label={t('Charts')}>
            {shown.map((chart) => (
              <ChartCard
                key={chart.key}
                chart={chart}
                isChosen={chart.key === chosen?.key}
                onChoose={() => setChosen(chart)}
                onConfirm={() => onChoose(chart.key)}
              />
            ))}
            {shown.length === 0 ? <EmptyState title={t('No chart type matches')} /> : null}
          </div>
          {chosen ? <ChartDetails chart={chosen} /> : null}
        </div>
      </div>
    </Modal>
  );
}

interface SectionsProps {
  readonly charts: readonly ChartFacts[];
  readonly section: Section | null;
  readonly onChoose: (section: Section) => void;
}

function Sections({ charts, section, onChoose }: SectionsProps) {
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
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onConfirm: () => void;
}

/** One chart type, with its label if it has one. */
export function ChartCard({ chart, isChosen, onChoose, onConfirm }: ChartCardProps) {
  const t = useT();
  return (
    <button
      type="button"
      role="option"
      aria-selected={isChosen}
      className={classNames(styles.card, isChosen && styles.on)}
      onClick={onChoose}
      onDoubleClick={onConfirm}
    >
      <img src={chart.thumbnail ?? chartThumbnails[chart.key]} alt="" width={140} height={88} />
      <span className={classNames(styles.name, textRoles.truncated)}>{t(chart.name)}</span>
      {chart.badge ? <Badge title={chart.badgeExplanation}>{t(chart.badge)}</Badge> : null}
    </button>
  );
}

/** What the chosen chart type is for. */
export function ChartDetails({ chart }: { chart: ChartFacts }) {
  const t = useT();
  return (
    <div className={styles.details}>
      <div>
        <h3>{t(chart.name)}</h3>
        <div className={classNames(lineRoles.line, styles.tags)}>
          {chart.tags.map((tag) => (
            <Badge key={tag}>{t(tag)}</Badge>
          ))}
        </div>
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
