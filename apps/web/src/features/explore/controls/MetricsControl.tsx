import { FunctionOutlined } from '@ant-design/icons';
import { metricsOf } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { MetricEditor } from '../editors/MetricEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { metricOfColumn } from '../model/metric-edit.ts';
import type { ControlProps } from './control-props.ts';
import { ValuesWell } from './ValuesWell.tsx';
import { Warning } from './Warning.tsx';

/** One or several metrics. */
export function MetricsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { dataset, findColumn, newName } = useExplore();
  const metrics = metricsOf({ value }, 'value');
  const valueOfItem = (item: DragItem): QueryMetric | undefined => {
    if (item.kind === 'metric') return metrics.includes(item.name) ? undefined : item.name;
    const column = findColumn(item.name);
    return column && metricOfColumn(column, newName);
  };
  const lookOf = (metric: QueryMetric) => {
    const isKnown = typeof metric !== 'string' || dataset.metrics.some((one) => one.metric_name === metric);
    const label = metricLabel(metric);
    return {
      kind: 'metric' as const,
      icon: FunctionOutlined,
      name: (typeof metric === 'string' ? dataset.verbose_map?.[metric] : undefined) ?? label,
      value: isKnown ? undefined : <Warning text={t('This metric might be incompatible with current dataset')} />,
    };
  };
  return (
    <ValuesWell
      control={control}
      isMulti={control.isMulti === true || control.type === 'metrics'}
      values={metrics}
      addLabel={t('Drop a column or metric')}
      labelOf={metricLabel}
      lookOf={lookOf}
      editor={(props) => <MetricEditor {...props} />}
      valueOfItem={valueOfItem}
      onChange={onChange}
    />
  );
}
