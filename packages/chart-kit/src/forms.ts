import { asksForCurrency } from './automatic-currency.ts';
import { knownSchemeId } from './color-schemes.ts';
import type { ChartDefinition, ChartForm, ControlChoice, ControlContext, ControlDefinition } from './definitions.ts';
import { withFields } from './form-values.ts';

/** What a form needs to know of a chart type. */
export type FormDefinition = Pick<ChartDefinition, 'key' | 'sections'>;
export type FormContext = Omit<ControlContext, 'form'>;

/** A context for forms without a dataset in hand. */
export const emptyFormContext: FormContext = {
  columns: [],
  metrics: [],
  timeGrains: [],
  mainTemporalColumn: null,
  maxRows: 100_000,
};

const knownControls = new WeakMap<FormDefinition['sections'], readonly ControlDefinition[]>();

/** All controls of a chart type in reading order; a name that appears twice counts once. */
export function controlsOf({ sections }: FormDefinition): readonly ControlDefinition[] {
  const known = knownControls.get(sections);
  if (known) return known;
  const byName = new Map<string, ControlDefinition>();
  for (const control of sections.flatMap((section) => section.rows.flat()))
    if (!byName.has(control.name)) byName.set(control.name, control);
  const controls = [...byName.values()];
  knownControls.set(sections, controls);
  return controls;
}

/** The choices of a control in a context. */
export function choicesOf(control: ControlDefinition, context: ControlContext): readonly ControlChoice[] {
  return typeof control.choices === 'function' ? control.choices(context) : (control.choices ?? []);
}

export function isControlVisible(control: ControlDefinition, context: ControlContext): boolean {
  return control.isVisible ? control.isVisible(context) : true;
}

/** A control's value when nothing was chosen. */
export function defaultOf(control: ControlDefinition, context: ControlContext): unknown {
  const initial = control.initialValue?.(context);
  return initial === undefined || initial === null ? control.default : initial;
}

/**
 * The form that queries and drawing may rely on: defaults applied, values that are no choice dropped, unknown colour
 * schemes replaced, hidden controls back at their default. Fields that no control owns stay as they are. Without a dataset
 * in hand (no context) nobody can tell which controls are hidden or what a dataset offers, so those values stay too.
 */
export function completeForm(definition: FormDefinition, form: ChartForm, context?: FormContext): ChartForm {
  const controls = controlsOf(definition);
  const known = context ?? emptyFormContext;
  const filled = withFields(form, { ...initialFields(controls, { ...known, form }), viz_type: definition.key });
  const cleanable = context ? controls : controls.filter((control) => typeof control.choices !== 'function');
  const cleaned = cleanable.reduce((current, control) => cleanField(current, control, known), filled);
  return context ? resetHidden(controls, cleaned, context) : cleaned;
}

/** The form of a chart type before anyone touched it. */
export function initialForm(definition: FormDefinition, context: FormContext = emptyFormContext): ChartForm {
  return completeForm(definition, { viz_type: definition.key }, context);
}

function initialFields(controls: readonly ControlDefinition[], context: ControlContext): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const control of controls) {
    const value = context.form[control.name] === undefined ? defaultOf(control, context) : undefined;
    if (value !== undefined) fields[control.name] = value;
  }
  return fields;
}

function cleanField(form: ChartForm, control: ControlDefinition, context: FormContext): ChartForm {
  const value = form[control.name];
  const known = control.modernize ? control.modernize(value) : value;
  const cleaned = cleanValue(control, known, () => ({ ...context, form }));
  return cleaned === value ? form : withFields(form, { [control.name]: cleaned });
}

/**
 * One value as its control can hold it: see CTL-018, CTL-019 and EXP-027 of the requirements. The context is asked for, since
 * few controls need it and a page completes thousands of values before it draws.
 */
function cleanValue(control: ControlDefinition, value: unknown, contextOf: () => ControlContext): unknown {
  // What a hidden control knows of the dataset is always told anew.
  if (control.type === 'hidden' && control.initialValue) {
    const context = contextOf();
    return context.columns.length > 0 ? sameOr(value, control.initialValue(context)) : value;
  }
  if (control.type === 'color-scheme') return knownSchemeId('categorical', value);
  if (control.type === 'sequential-scheme') return knownSchemeId('sequential', value);
  // Another chart type may hold several where this one holds one.
  if (control.type === 'select' && !control.isMulti && Array.isArray(value))
    return cleanValue(control, value[0] ?? null, contextOf);
  const isListed = control.type === 'select' || control.type === 'radio';
  if (!isListed || control.isFreeForm || value === undefined || value === null) return value;
  const choices = typeof control.choices === 'function' ? control.choices(contextOf()) : (control.choices ?? []);
  const isAllowed = (entry: unknown) => choices.some((choice) => choice.value === entry);
  if (!control.isMulti) return isAllowed(value) ? value : null;
  const list = Array.isArray(value) ? value : [value];
  const kept = list.filter(isAllowed);
  return kept.length === list.length && Array.isArray(value) ? value : kept;
}

/** The old value where it says the same, so that nothing counts as changed. */
function sameOr(value: unknown, next: unknown): unknown {
  return JSON.stringify(value) === JSON.stringify(next) ? value : next;
}

/** Hiding one control may hide the next, so it repeats until nothing changes; the number of controls bounds it. */
function resetHidden(controls: readonly ControlDefinition[], form: ChartForm, context: FormContext): ChartForm {
  let current = form;
  for (let round = 0; round < controls.length; round += 1) {
    const next = controls.reduce((state, control) => resetField(state, control, context), current);
    if (next === current) return current;
    current = next;
  }
  return current;
}

function resetField(form: ChartForm, control: ControlDefinition, context: FormContext): ChartForm {
  const withForm = { ...context, form };
  if (control.isVisible === undefined || control.isVisible(withForm)) return form;
  const value = control.default;
  const isSame = JSON.stringify(form[control.name]) === JSON.stringify(value);
  return isSame ? form : withFields(form, { [control.name]: value });
}

export interface FormProblem {
  /** The control's name; `null` when the problem lies in several. */
  readonly control: string;
  readonly label: string;
  readonly message: string;
}

/** What is wrong with a form, control by control; hidden controls are not asked. */
export function validateForm(
  definition: FormDefinition & Pick<ChartDefinition, 'validate'>,
  form: ChartForm,
  context: FormContext = emptyFormContext,
): readonly FormProblem[] {
  const withForm = { ...context, form };
  const problems = definition.sections
    .filter((section) => section.isVisible?.(withForm) ?? true)
    .flatMap((section) => section.rows.flat())
    .filter((control) => isControlVisible(control, withForm))
    .flatMap((control) => controlProblems(control, withForm));
  return [...problems, ...(definition.validate?.(withForm) ?? [])];
}

/** Whether a control must not be left empty. */
export function isRequired(control: ControlDefinition, context: ControlContext): boolean {
  const form = { ...context.form, [control.name]: null };
  return controlProblems(control, { ...context, form }).length > 0;
}

/** What is wrong with one control's value. */
export function controlProblems(control: ControlDefinition, context: ControlContext): readonly FormProblem[] {
  const messages = (control.validators ?? []).map((validator) => validator(context.form[control.name], context));
  return messages
    .filter((message): message is string => message !== false)
    .map((message) => ({ control: control.name, label: control.label, message }));
}

/** Whether changing from one form to another needs a new query, or only a new drawing. */
export function needsNewQuery(definition: FormDefinition, before: ChartForm, after: ChartForm): boolean {
  const drawingOnly = new Set(
    controlsOf(definition)
      .filter((control) => control.changes === 'drawing')
      .map((control) => control.name),
  );
  // Which currency the rows are in is asked with them.
  if (asksForCurrency(after) && !asksForCurrency(before)) return true;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].some(
    (name) => !drawingOnly.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
}
