import { ExclamationCircleOutlined, FunctionOutlined } from '@ant-design/icons';
import { metricsOf } from '@powerset/chart-kit';
import { metricLabel, type QueryMetric } from '@powerset/contract';
import { Icon, Pill } from '@powerset/ui';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { MetricEditor } from '../editors/MetricEditor.tsx';
import { useExplore } from '../explore-context.tsx';
import { metricOfColumn } from '../model/metric-edit.ts';
import type { ControlProps } from './control-props.ts';
import { Well } from './Well.tsx';

/** One or several metrics. A single one hides the slot while it is filled. */
export function MetricsControl({ control, value, onChange }: ControlProps) {
  const t = useT();
  const { dataset, findColumn, newName } = useExplore();
  const isMulti = control.isMulti === true || control.type === 'metrics';
  const metrics = metricsOf({ value }, 'value');
  const addRef = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const put = (next: readonly QueryMetric[]) => onChange(isMulti ? next : (next.at(-1) ?? null));
  const add = (metric: QueryMetric) => put(isMulti ? [...metrics, metric] : [metric]);
  const drop = (item: DragItem) => {
    const column = item.kind === 'column' ? findColumn(item.name) : undefined;
    if (item.kind === 'metric' && !metrics.includes(item.name)) add(item.name);
    if (column) add(metricOfColumn(column, newName));
  };
  const hasRoom = isMulti || metrics.length === 0;
  return (
    <Well
      label={t(control.label)}
      addLabel={hasRoom ? t('Drop a column or metric') : undefined}
      addRef={addRef}
      onAdd={() => setIsAdding(true)}
      onDropItem={drop}
    >
      {metrics.map((metric, index) => (
        <MetricPill
          // biome-ignore lint/suspicious/noArrayIndexKey: the same metric may stand twice; its place is its name
          key={`${index}:${metricLabel(metric)}`}
          metric={metric}
          others={metrics.filter((other) => other !== metric)}
          isKnown={typeof metric !== 'string' || dataset.metrics.some((one) => one.metric_name === metric)}
          onChange={(next) => put(metrics.map((other) => (other === metric ? next : other)))}
          onRemove={() => put(metrics.filter((other) => other !== metric))}
        />
      ))}
      {isAdding ? (
        <MetricEditor
          anchor={addRef}
          value={null}
          others={metrics}
          onClose={() => setIsAdding(false)}
          onSave={(metric) => {
            add(metric);
            setIsAdding(false);
          }}
        />
      ) : null}
    </Well>
  );
}

interface MetricPillProps {
  readonly metric: QueryMetric;
  readonly others: readonly QueryMetric[];
  readonly isKnown: boolean;
  readonly onChange: (metric: QueryMetric) => void;
  readonly onRemove: () => void;
}

function MetricPill({ metric, others, isKnown, onChange, onRemove }: MetricPillProps) {
  const t = useT();
  const { dataset } = useExplore();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = metricLabel(metric);
  const name = (typeof metric === 'string' ? dataset.verbose_map?.[metric] : undefined) ?? label;
  return (
    <>
      <Pill
        ref={anchor}
        kind="metric"
        icon={FunctionOutlined}
        name={name}
        value={isKnown ? undefined : <Warning text={t('This metric might be incompatible with current dataset')} />}
        onOpen={() => setIsOpen(true)}
        onRemove={onRemove}
        removeLabel={t('Remove {{name}}', { name })}
      />
      {isOpen ? (
        <MetricEditor
          anchor={anchor}
          value={metric}
          others={others}
          onClose={() => setIsOpen(false)}
          onSave={(next) => {
            onChange(next);
            setIsOpen(false);
          }}
        />
      ) : null}
    </>
  );
}

/** A mark at something that the dataset does not know. */
export function Warning({ text }: { text: string }) {
  return (
    <span role="img" aria-label={text} title={text} className="xp-warning">
      <Icon of={ExclamationCircleOutlined} size={12} />
    </span>
  );
}
