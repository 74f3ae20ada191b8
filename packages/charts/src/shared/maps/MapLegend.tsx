import { classNames } from '@powerset/ui';
import type { MapLegend as Legend } from './map-picture.ts';
import styles from './map-view.module.css';

const corners = { tl: styles.tl, tr: styles.tr, bl: styles.bl, br: styles.br };

/** What the colours mean, in a corner of the map. */
export function MapLegend({ legend }: { readonly legend: Legend }) {
  return (
    <div className={classNames(styles.legend, corners[legend.place])} data-test="map-legend">
      <LegendEntries legend={legend} />
    </div>
  );
}

/** The legend's title and colours, wherever they stand. */
export function LegendEntries({ legend }: { readonly legend: Legend }) {
  return (
    <>
      {legend.title === '' ? null : <div className={styles.legendTitle}>{legend.title}</div>}
      {legend.kind === 'ramp' ? (
        <>
          <div className={styles.ramp} style={{ background: `linear-gradient(90deg, ${legend.colors.join(', ')})` }} />
          <div className={styles.rampEnds}>
            <span>{legend.from}</span>
            <span>{legend.to}</span>
          </div>
        </>
      ) : (
        <>
          {legend.entries.map(({ color, label }) => (
            <div key={label} className={styles.legendRow}>
              <span className={styles.swatch} style={{ background: color }} />
              <span>{label}</span>
            </div>
          ))}
          {legend.more === '' ? null : <div className={styles.legendTitle}>{legend.more}</div>}
        </>
      )}
    </>
  );
}
