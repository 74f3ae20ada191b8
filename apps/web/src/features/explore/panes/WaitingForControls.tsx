import { LineChartOutlined } from '@ant-design/icons-svg';
import { Button, EmptyState } from '@powerset/ui';
import { Suspense } from 'react';
import { SuggestedCharts } from '../../../chart-suggestions/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import { isBlankChart } from '../model/data-facts.ts';
import { useDataFacts } from '../use-data-facts.ts';
import { useGalleryCharts } from '../use-gallery-charts.ts';
import type { ChartTypesProps } from './ChartTypes.tsx';
import styles from './WaitingForControls.module.css';

interface WaitingProps {
  readonly problems: readonly { readonly label: string }[];
  readonly onUpdate: () => void;
  readonly onVizType?: ChartTypesProps['onChoose'] | undefined;
}

/** A chart that was not asked for yet: what it waits for, and what could be drawn while nothing is chosen. */
export function WaitingForControls({ problems, onUpdate, onVizType }: WaitingProps) {
  const t = useT();
  const { isTried } = useExplore();
  const names = [...new Set(problems.map((problem) => t(problem.label)))].join(', ');
  const state =
    problems.length === 0 ? (
      <EmptyState
        icon={LineChartOutlined}
        size="big"
        className={styles.words}
        title={t('Your chart is ready to go!')}
        text={t('Press the button to run the query and draw the chart.')}
        actions={
          <Button kind="primary" onClick={onUpdate}>
            {t('Create chart')}
          </Button>
        }
      />
    ) : (
      <EmptyState
        icon={LineChartOutlined}
        size="big"
        className={styles.words}
        title={t('Add required control values to preview chart')}
        text={
          // Before the first try nothing is highlighted: required fields are only marked.
          isTried
            ? t('Select values in highlighted field(s) in the control panel: {{names}}.', { names })
            : t('Still to be chosen in the control panel: {{names}}.', { names })
        }
      />
    );
  return (
    <div className={styles.waiting}>
      {state}
      {onVizType ? <Suggestions onVizType={onVizType} /> : null}
    </div>
  );
}

function Suggestions({ onVizType }: { readonly onVizType: ChartTypesProps['onChoose'] }) {
  const { data, chosen, pictureOf } = useDataFacts(useExplore());
  const offered = useGalleryCharts().map(({ key }) => key);
  if (!isBlankChart(chosen)) return null;
  return (
    <Suspense fallback={null}>
      <SuggestedCharts {...{ data, offered, pictureOf }} onChoose={({ key, fields }) => onVizType(key, fields)} />
    </Suspense>
  );
}
