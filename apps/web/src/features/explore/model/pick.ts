import {
  type ChartForm,
  type ControlDefinition,
  completeForm,
  controlsOf,
  isControlVisible,
  toList,
} from '@powerset/chart-kit';
import type { Explore } from '../explore-context.tsx';
import { kindOf } from './dataset.ts';
import { metricOfColumn } from './metric-edit.ts';

export interface Picked {
  readonly kind: 'column' | 'metric';
  readonly name: string;
}

type Surroundings = Pick<Explore, 'definition' | 'form' | 'context' | 'formContext' | 'findColumn' | 'newName'>;

/** The form after a press on a column or metric: it goes to the first control that can take it; undefined when none can. */
export function placePick(explore: Surroundings, picked: Picked): ChartForm | undefined {
  const controls = controlsOf(explore.definition).filter((control) => isControlVisible(control, explore.context));
  const target =
    picked.kind === 'metric' ? metricTarget(controls, explore) : columnTarget(controls, explore, picked.name);
  if (!target) return undefined;
  const { control, value } = target(picked.name);
  return completeForm(explore.definition, { ...explore.form, [control.name]: value }, explore.formContext);
}

type Target = (name: string) => { readonly control: ControlDefinition; readonly value: unknown };

function metricTarget(controls: readonly ControlDefinition[], { form }: Surroundings): Target | undefined {
  const control = controls.find((one) => one.type === 'metrics' || one.type === 'metric');
  if (!control) return undefined;
  return (name) => ({ control, value: put(control, form[control.name], name) });
}

function columnTarget(
  controls: readonly ControlDefinition[],
  { form, findColumn, newName }: Surroundings,
  name: string,
): Target | undefined {
  const column = findColumn(name);
  if (!column) return undefined;
  const kind = kindOf(column);
  const takes = (control: ControlDefinition) => !control.columnTypes || control.columnTypes.includes(kind);
  const empty = controls.filter((one) => one.type === 'column' && takes(one) && form[one.name] == null);
  // What splits a chart into panels is asked for by name; a press means what it is made of.
  const single = empty.find((one) => !one.isOptional);
  const several = controls.find((one) => one.type === 'columns' && takes(one));
  const metrics = controls.find((one) => one.type === 'metrics' || one.type === 'metric');
  if (kind === 'number' && metrics && !several?.name.startsWith('all_'))
    return () => ({ control: metrics, value: put(metrics, form[metrics.name], metricOfColumn(column, newName)) });
  const control = single ?? several ?? empty[0];
  if (!control) return undefined;
  return () => ({ control, value: put(control, form[control.name], name) });
}

function put(control: ControlDefinition, old: unknown, value: unknown): unknown {
  const isMulti = control.isMulti === true || control.type === 'metrics' || control.type === 'columns';
  if (!isMulti) return value;
  const list = toList(old);
  return typeof value === 'string' && list.includes(value) ? list : [...list, value];
}
