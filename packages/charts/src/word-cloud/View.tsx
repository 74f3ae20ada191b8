import { type CrossFilterSelection, defaultTranslate, isRecord } from '@powerset/chart-kit';
import { CustomChart } from 'echarts/charts';
import { useCallback, useMemo } from 'react';
import type { EChartOptions } from '../shared/base-options.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { FactsTable } from '../shared/FactsTable.tsx';
import { MarkView } from '../shared/MarkView.tsx';
import { toSelection } from '../shared/series-selection.ts';
import { singlePick } from '../shared/single-pick.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { WordCloudForm } from './form.ts';
import type { Words } from './words.ts';

const parts = [CustomChart];

export function View(props: ChartViewProps<Words, EChartOptions, WordCloudForm>) {
  const { model, onSelect, selectedLabels, translate = defaultTranslate } = props;
  const selectionOf = useCallback(
    ({ data }: MarkEvent) => {
      const word = isRecord(data) && typeof data.at === 'number' ? model.words[data.at] : undefined;
      return word && model.dimension !== '' ? toSelection([[model.dimension, word.key]], word.text) : null;
    },
    [model],
  );
  const pick = useCallback(
    (clicked: CrossFilterSelection) => onSelect?.(singlePick(clicked, selectedLabels)),
    [onSelect, selectedLabels],
  );
  const table = useMemo(() => {
    const rows = model.words.map(({ text, value }) => [text, String(value)]);
    return <FactsTable head={[model.dimension || translate('Name'), model.metric]} rows={rows} />;
  }, [model, translate]);
  return <MarkView {...props} parts={parts} table={table} selectionOf={selectionOf} onPick={pick} />;
}
