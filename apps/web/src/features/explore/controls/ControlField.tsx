import { type ControlDefinition, type ControlType, isRequired } from '@powerset/chart-kit';
import { classNames, LabelWithTooltip, textRoles } from '@powerset/ui';
import type { ComponentType } from 'react';
import { TimeRangePicker } from '../../../controls/time-range/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import { faultsOf, hintsOf } from '../model/hints.ts';
import parts from '../parts.module.css';
import { AnnotationsControl } from './AnnotationsControl.tsx';
import { AsyncSelectControl } from './AsyncSelectControl.tsx';
import { BreakpointsControl, ContoursControl } from './ColorRowsControl.tsx';
import { ColumnConfigControl } from './ColumnConfigControl.tsx';
import { ColumnsControl } from './ColumnsControl.tsx';
import styles from './ControlField.module.css';
import type { ControlProps } from './control-props.ts';
import { FiltersControl } from './FiltersControl.tsx';
import { FixedOrMetricControl } from './FixedOrMetricControl.tsx';
import { FormattingControl } from './FormattingControl.tsx';
import { MetricsControl } from './MetricsControl.tsx';
import { NotesControl } from './NotesControl.tsx';
import {
  BoundsControl,
  CheckboxControl,
  ColorControl,
  CurrencyControl,
  NumberControl,
  OrderByControl,
  RadioControl,
  SelectControl,
  SliderControl,
  TextAreaControl,
  TextControl,
} from './plain-controls.tsx';
import { SchemeControl } from './SchemeControl.tsx';
import { SpatialControl } from './SpatialControl.tsx';
import { TimeSeriesColumnsControl } from './TimeSeriesColumnsControl.tsx';
import { ViewportControl } from './ViewportControl.tsx';

function TimeRangeControl({ value, onChange }: ControlProps) {
  return <TimeRangePicker value={typeof value === 'string' ? value : ''} onChange={onChange} />;
}

const widgets: Readonly<Record<Exclude<ControlType, 'hidden'>, ComponentType<ControlProps>>> = {
  text: TextControl,
  number: NumberControl,
  checkbox: CheckboxControl,
  select: SelectControl,
  radio: RadioControl,
  slider: SliderControl,
  color: ColorControl,
  'color-scheme': SchemeControl,
  'sequential-scheme': SchemeControl,
  metric: MetricsControl,
  metrics: MetricsControl,
  column: ColumnsControl,
  columns: ColumnsControl,
  filters: FiltersControl,
  'time-grain': SelectControl,
  'time-range': TimeRangeControl,
  bounds: BoundsControl,
  currency: CurrencyControl,
  'sort-by': SelectControl,
  'order-by-columns': OrderByControl,
  'column-config': ColumnConfigControl,
  'conditional-formatting': FormattingControl,
  annotations: AnnotationsControl,
  notes: NotesControl,
  'fixed-or-metric': FixedOrMetricControl,
  spatial: SpatialControl,
  viewport: ViewportControl,
  'color-breakpoints': BreakpointsControl,
  contours: ContoursControl,
  'async-select': AsyncSelectControl,
  'time-series-columns': TimeSeriesColumnsControl,
  textarea: TextAreaControl,
};

function RequiredMark() {
  const t = useT();
  return (
    <span className={textRoles.muted} role="img" aria-label={t('Required')} title={t('Required')}>
      *
    </span>
  );
}

/** One control of the panel with its label and what is wrong with it; an unknown kind draws nothing and says so. */
export function ControlField({ control }: { control: ControlDefinition }) {
  const t = useT();
  const explore = useExplore();
  const { form, setField, context } = explore;
  if (control.type === 'hidden') return null;
  const Widget: ComponentType<ControlProps> | undefined = widgets[control.type];
  if (!Widget) {
    console.warn(`Control ${control.name} has the unknown type ${String(control.type)}.`);
    return null;
  }
  const own = faultsOf(explore).filter((problem) => problem.control === control.name);
  const hasOwnLabel = control.type === 'checkbox';
  return (
    <div className={styles.control} data-control={control.name}>
      {hasOwnLabel ? null : (
        <div className={styles.label}>
          <LabelWithTooltip tooltip={control.description ? t(control.description) : undefined}>
            {t(control.label)}
            {isRequired(control, context) ? <RequiredMark /> : null}
          </LabelWithTooltip>
        </div>
      )}
      <Widget control={control} value={form[control.name]} onChange={(value) => setField(control.name, value)} />
      {hintsOf(explore, control.name).map(({ message }) => (
        <div key={message} className={classNames(textRoles.small, textRoles.muted)}>
          {t(message)}
        </div>
      ))}
      {own.map((problem) => (
        <div key={problem.message} className={parts.problem}>
          {t(problem.message)}
        </div>
      ))}
    </div>
  );
}
