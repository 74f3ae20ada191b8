import { SplitPane } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './PaneLayout.module.css';

export interface Panes {
  readonly dataset: ReactNode;
  readonly controls: ReactNode;
  readonly chart: ReactNode;
  readonly data: ReactNode;
}

/** The four panes beside each other; their sizes are kept in the browser. */
export function WidePanes({ panes, isDataOpen }: { panes: Panes; isDataOpen: boolean }) {
  const t = useT();
  const right = isDataOpen ? (
    <SplitPane
      direction="column"
      sized="second"
      defaultSize={296}
      min={96}
      printed="first"
      storageKey="chart_split_sizes"
      label={t('Height of the data panel')}
      first={panes.chart}
      second={panes.data}
    />
  ) : (
    <div className={styles.stack}>
      {panes.chart}
      {panes.data}
    </div>
  );
  return (
    <div className={styles.panes}>
      <SplitPane
        direction="row"
        defaultSize={264}
        min={180}
        max={480}
        printed="second"
        storageKey="datasource_width"
        label={t('Width of the dataset panel')}
        first={panes.dataset}
        second={
          <SplitPane
            direction="row"
            defaultSize={312}
            min={260}
            max={560}
            printed="second"
            storageKey="controls_width"
            label={t('Width of the control panel')}
            first={panes.controls}
            second={right}
          />
        }
      />
    </div>
  );
}

/** On a phone one pane at a time, the chart first. */
export function NarrowPanes({ panes }: { panes: Panes }) {
  const t = useT();
  const [shown, setShown] = useState<keyof Panes>('chart');
  const names: readonly (readonly [keyof Panes, string])[] = [
    ['chart', t('Chart')],
    ['controls', t('Controls')],
    ['dataset', t('Dataset')],
    ['data', t('Data')],
  ];
  return (
    <>
      <div className={styles.paneTabs} role="tablist" aria-label={t('Panels')}>
        {names.map(([key, label]) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={key === shown}
            className={styles.paneTab}
            onClick={() => setShown(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div className={styles.panes}>{panes[shown]}</div>
    </>
  );
}
