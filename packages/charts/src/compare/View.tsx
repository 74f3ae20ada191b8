import { numberOfCell } from '@powerset/chart-kit';
import type { EChartsType } from 'echarts/core';
import { useCallback, useMemo, useState } from 'react';
import { drawModel } from '../shared/draw-chart.ts';
import { PictureView } from '../shared/PictureView.tsx';
import type { SeriesModel } from '../shared/series-model.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { BaselineHandle } from './BaselineHandle.tsx';
import type { CompareForm } from './form.ts';
import type { CompareOptions } from './options.ts';

type Props = ChartViewProps<SeriesModel, CompareOptions, CompareForm>;

/** Readers move the baseline without editing the chart; it is the form's again once that changes. */
export function View(props: Props) {
  const { definition, form, model, width, height, translate } = props;
  const [moved, setMoved] = useState<{ readonly form: CompareForm; readonly ms: number } | null>(null);
  const ms = moved?.form === form ? moved.ms : null;
  const options = useMemo(() => {
    if (ms === null) return props.options;
    const context = { ...props.options.own, form: { ...form, baseline: new Date(ms).toISOString() } };
    const { theme, selectedLabels } = context;
    // The definition's own drawing of this chart's own model.
    return drawModel(definition, model, { context, space: { theme, selectedLabels, width, height } }) as CompareOptions;
  }, [definition, form, model, props.options, ms, width, height]);
  const overlay = useCallback(
    (chart: EChartsType) => (
      <BaselineHandle
        {...{ chart, options, translate }}
        onMove={(at) => {
          const next = numberOfCell(options.plot.xs[at]);
          if (next !== null) setMoved({ form, ms: next });
        }}
      />
    ),
    [options, form, translate],
  );
  const cells = useCallback(() => {
    const { series, labels, format } = options.plot;
    const rows = labels.map((label, at) => [label, ...series.map(({ values }) => format(values[at] ?? null))]);
    return [[model.axis.label, ...series.map(({ name }) => name)], ...rows];
  }, [options, model]);
  return <PictureView {...props} options={options} cells={cells} overlay={overlay} />;
}
