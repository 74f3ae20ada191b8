import { FunctionOutlined } from '@ant-design/icons-svg';
import { calculationsField, isRecord, metricsOf, readShownAs, type ShownAs, shownAsWords } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import { useRef } from 'react';
import { useChartTranslate } from '../../../chart-runs/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { MetricEditor } from '../editors/MetricEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { metricOfColumn } from '../model/metric-edit.ts';
import { canShowAs, withShownAs } from '../model/show-as.ts';
import type { ControlProps } from './control-props.ts';
import { ValuesWell } from './ValuesWell.tsx';
import { Warning } from './Warning.tsx';

/** One or several metrics. */
export function MetricsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const translate = useChartTranslate();
  const { dataset, findColumn, newName, form, setFields } = useExplore();
  const isShowing = canShowAs(control.name);
  const kept = form[calculationsField];
  const shownOf = (metric: QueryMetric | null) =>
    isShowing && metric && isRecord(kept) ? readShownAs(kept[metricLabel(metric)]) : null;
  const chosen = useRef<{ readonly metric: QueryMetric; readonly shown: ShownAs | null } | null>(null);
  const change = (next: unknown) => {
    const shown = isShowing ? withShownAs(form, metricsOf({ next }, 'next'), chosen.current) : kept;
    chosen.current = null;
    // One step to be undone.
    if (JSON.stringify(shown) === JSON.stringify(kept)) onChange(next);
    else setFields({ [control.name]: next, [calculationsField]: shown });
  };
  const metrics = metricsOf({ value }, 'value');
  const valueOfItem = (item: DragItem): QueryMetric | undefined => {
    if (item.kind === 'metric') return metrics.includes(item.name) ? undefined : item.name;
    const column = findColumn(item.name);
    return column && metricOfColumn(column, newName);
  };
  const lookOf = (metric: QueryMetric) => {
    const isKnown = typeof metric !== 'string' || dataset.metrics.some((one) => one.metric_name === metric);
    const label = metricLabel(metric);
    const words = shownOf(metric);
    const { text, values } = words ? shownAsWords(words) : { text: '' };
    return {
      kind: 'metric' as const,
      icon: FunctionOutlined,
      name: (typeof metric === 'string' ? dataset.verbose_map?.[metric] : undefined) ?? label,
      value: isKnown ? (
        text && translate(text, values)
      ) : (
        <Warning text={t('This metric might be incompatible with current dataset')} />
      ),
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
      editor={(props) => (
        <MetricEditor
          {...props}
          {...(isShowing ? { showAs: { control: control.name, shown: shownOf(props.value) } } : {})}
          onSave={(metric, shown) => {
            chosen.current = { metric, shown };
            props.onSave(metric);
          }}
        />
      )}
      valueOfItem={valueOfItem}
      onChange={change}
    />
  );
}
