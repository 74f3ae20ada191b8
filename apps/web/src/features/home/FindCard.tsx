import { cardSurface, classNames, Kbd, lineRoles, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { displayKeys, useIsMac } from '../../shell/index.ts';
import styles from './FindCard.module.css';

/** The keys worth knowing first. */
export function FindCard() {
  const t = useT();
  const isMac = useIsMac();
  const rows = [
    { label: t('Search in the page'), keys: '/' },
    { label: t('Run query or chart'), keys: 'Ctrl Enter' },
    { label: t('All shortcuts'), keys: '?' },
  ];
  return (
    <section className={classNames(cardSurface, styles.card)} aria-labelledby="find-anything">
      <div className={lineRoles.line}>
        <h2 id="find-anything">{t('Find anything')}</h2>
        <span className={lineRoles.end}>
          <Kbd keys={displayKeys('Ctrl K', isMac)} isSplit />
        </span>
      </div>
      <p className={classNames(textRoles.small, textRoles.secondary, styles.text)}>
        {t('Objects and actions, from every page.')}
      </p>
      {rows.map((row) => (
        <div key={row.keys} className={styles.row}>
          <span>{row.label}</span>
          <Kbd keys={displayKeys(row.keys, isMac)} isSplit />
        </div>
      ))}
    </section>
  );
}
