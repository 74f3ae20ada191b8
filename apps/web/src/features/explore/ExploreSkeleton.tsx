import { ChartSkeleton, classNames, Skeleton, useMedia } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/index.ts';
import styles from './ExploreSkeleton.module.css';
import frame from './frame.module.css';
import { NarrowPanes, type Panes, WidePanes } from './PaneLayout.tsx';
import parts from './parts.module.css';

const fieldNumbers = [0, 1, 2, 3, 4, 5];
const nameWidths = [56, 40, 72, 48, 64, 52, 80, 44, 60, 68, 50, 58, 46, 74, 62, 54];

/** The builder while its chart is fetched: its panes where they will stand, and nothing in them to press. */
export function ExploreSkeleton({ isAlone }: { readonly isAlone: boolean }) {
  const t = useT();
  return (
    <div className={frame.screen} role="status" aria-label={t('Loading...')}>
      <div className={frame.screen} inert aria-hidden>
        {isAlone ? <ChartPlace /> : <BuilderPlaces />}
      </div>
    </div>
  );
}

function BuilderPlaces() {
  const isNarrow = useMedia('(max-width: 899px)');
  const panes: Panes = {
    dataset: <DatasetPlace />,
    controls: <ControlsPlace />,
    chart: (
      <Pane head={<Skeleton width={64} height={16} />}>
        <ChartPlace />
      </Pane>
    ),
    data: (
      <Pane head={<Skeleton width={176} height={12} />}>
        <Names />
      </Pane>
    ),
  };
  return (
    <>
      <div className={styles.head}>
        <Skeleton width="min(240px, 44vw)" height={20} />
        <Skeleton width={80} height={32} />
      </div>
      {isNarrow ? <NarrowPanes panes={panes} /> : <WidePanes panes={panes} isDataOpen />}
    </>
  );
}

function Pane({ head, children }: { readonly head: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={parts.pane}>
      <div className={classNames(parts.paneHead, styles.paneHead)}>{head}</div>
      {children}
    </div>
  );
}

function ChartPlace() {
  return (
    <div className={styles.chart}>
      <ChartSkeleton isIdle />
    </div>
  );
}

function DatasetPlace() {
  return (
    <Pane head={<Skeleton width={112} height={14} />}>
      <div className={styles.search}>
        <Skeleton width="100%" height={32} />
      </div>
      <Names />
    </Pane>
  );
}

function ControlsPlace() {
  return (
    <Pane head={<Skeleton width={128} height={12} />}>
      <div className={styles.fields}>
        {fieldNumbers.map((field) => (
          <div key={field} className={styles.field}>
            <Skeleton width={72} height={10} />
            <Skeleton width="100%" height={32} />
          </div>
        ))}
      </div>
    </Pane>
  );
}

function Names() {
  return (
    <div className={styles.names}>
      {nameWidths.map((width) => (
        <div key={width} className={styles.row}>
          <Skeleton width={`${width}%`} height={10} />
        </div>
      ))}
    </div>
  );
}
