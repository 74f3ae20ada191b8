import type { ScheduleField, ScheduleForm } from '@powerset/contract';

export type ScheduleValue = string | boolean;
export type ScheduleValues = Readonly<Record<string, ScheduleValue>>;

/** What the form of a schedule starts with. */
export function startValues({ properties }: ScheduleForm): ScheduleValues {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, startValue(field)]));
}

function startValue({ type, default: given }: ScheduleField): ScheduleValue {
  return type === 'boolean' ? given === true : String(given ?? '');
}

/** What is kept of a schedule; what was left empty is left out. */
export function toScheduleInfo(
  { properties }: ScheduleForm,
  values: ScheduleValues,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(properties).map(([name, field]) => [name, toInfo(field, values[name] ?? '')] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

function toInfo({ type, format }: ScheduleField, value: ScheduleValue): ScheduleValue | number {
  if (typeof value === 'boolean' || value.trim() === '') return value === true || value === false ? value : '';
  if (type === 'integer' || type === 'number') return Number(value);
  return format === 'date-time' ? new Date(value).toISOString() : value;
}

/** Whether everything that has to be said is said, and in the right form. */
export function isScheduleReady(form: ScheduleForm, values: ScheduleValues): boolean {
  const required = new Set(form.required);
  return Object.entries(form.properties).every(([name, field]) => isFit(field, values[name] ?? '', required.has(name)));
}

function isFit({ type, format }: ScheduleField, value: ScheduleValue, isRequired: boolean): boolean {
  if (typeof value === 'boolean') return true;
  if (value.trim() === '') return !isRequired;
  if (type === 'integer') return Number.isSafeInteger(Number(value));
  if (type === 'number') return Number.isFinite(Number(value));
  return format !== 'date-time' || !Number.isNaN(Date.parse(value));
}
