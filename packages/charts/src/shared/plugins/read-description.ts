import {
  type ControlChoice,
  type ControlDefinition,
  type ControlSection,
  type ControlType,
  isRecord,
  readControl as readControlValue,
} from '@powerset/chart-kit';
import { listOf, text } from './plain-data.ts';

const mostSections = 30;
const mostRows = 200;
const mostInRow = 4;
const mostChoices = 1000;
const shortText = 200;
const longText = 2000;

/** Controls that a plugin may have. Choices of `async-select` are calls of the page, which no plugin makes; annotations ask other charts. */
const controlTypes: Readonly<Record<ControlType, boolean>> = {
  text: true,
  number: true,
  checkbox: true,
  select: true,
  radio: true,
  slider: true,
  color: true,
  'color-scheme': true,
  'sequential-scheme': true,
  metric: true,
  metrics: true,
  column: true,
  columns: true,
  filters: true,
  'time-grain': true,
  'time-range': true,
  bounds: true,
  currency: true,
  'sort-by': true,
  'order-by-columns': true,
  'column-config': true,
  'conditional-formatting': true,
  annotations: false,
  notes: false,
  'fixed-or-metric': true,
  spatial: true,
  viewport: true,
  'color-breakpoints': true,
  contours: true,
  'async-select': false,
  'time-series-columns': true,
  textarea: true,
  hidden: true,
};

/** Fields of a form that are the page's own. */
const ownFields = new Set(['viz_type', 'datasource', 'slice_id', 'dashboardId', 'annotation_layers', 'url_params']);

/** The controls of a plugin's form; throws what is wrong with them, in words for who wrote it. */
export function readSections(value: unknown): readonly ControlSection[] {
  if (!Array.isArray(value) || value.length > mostSections)
    throw new Error(`Its sections must be a list of at most ${mostSections}.`);
  return value.map(readSection);
}

function readSection(value: unknown): ControlSection {
  if (!isRecord(value) || !Array.isArray(value.rows) || value.rows.length > mostRows)
    throw new Error(`A section must have rows of controls, at most ${mostRows}.`);
  return {
    label: text(value.label, shortText) ?? '',
    tab: value.tab === 'customize' ? 'customize' : 'data',
    isCollapsed: value.isCollapsed === true,
    rows: value.rows.map((row) => {
      if (!Array.isArray(row) || row.length > mostInRow)
        throw new Error(`A row must be a list of at most ${mostInRow} controls.`);
      return row.map(readControl);
    }),
  };
}

function readControl(value: unknown): ControlDefinition {
  const name = isRecord(value) ? value.name : undefined;
  if (!isRecord(value) || typeof name !== 'string' || !/^[\w.-]{1,100}$/.test(name) || ownFields.has(name))
    throw new Error('A control must have a name of letters, digits, ., _ and -, which is not one of the page.');
  const { type } = value;
  if (!isControlType(type)) throw new Error(`The control ${name} has a type that plugins cannot have: ${String(type)}`);
  const control: ControlDefinition = {
    ...{ name, type, label: text(value.label, shortText) ?? name },
    changes: value.changes === 'drawing' ? 'drawing' : 'query',
    ...readTexts(value),
    ...readSwitches(value),
    ...readNumbers(value),
    ...readChoices(name, value),
    ...(Array.isArray(value.columnTypes) ? { columnTypes: listOf(value.columnTypes, 4, readColumnType) } : {}),
    ...(value.configures === 'axes' || value.configures === 'comparison' ? { configures: value.configures } : {}),
  };
  // Whoever edits it counts on a value of its kind.
  return value.default === undefined ? control : { ...control, default: readControlValue(control, value.default) };
}

const isControlType = (type: unknown): type is ControlType =>
  typeof type === 'string' && Object.hasOwn(controlTypes, type) && controlTypes[type as ControlType];

function readTexts({ description, placeholder }: Readonly<Record<string, unknown>>) {
  return {
    ...(typeof description === 'string' ? { description: description.slice(0, longText) } : {}),
    ...(typeof placeholder === 'string' ? { placeholder: placeholder.slice(0, shortText) } : {}),
  };
}

function readSwitches(value: Readonly<Record<string, unknown>>) {
  const names = ['isMulti', 'isFreeForm', 'isClearable', 'isOptional'] as const;
  return Object.fromEntries(names.flatMap((name) => (typeof value[name] === 'boolean' ? [[name, value[name]]] : [])));
}

function readNumbers(value: Readonly<Record<string, unknown>>) {
  const names = ['min', 'max', 'step'] as const;
  return Object.fromEntries(names.flatMap((name) => (Number.isFinite(value[name]) ? [[name, value[name]]] : [])));
}

/** Until its rules were asked, a control whose choices depend on the form takes what is there. */
function readChoices(name: string, value: Readonly<Record<string, unknown>>): Pick<ControlDefinition, 'choices'> {
  if (value.hasOwnChoices !== true)
    return Array.isArray(value.choices) ? { choices: readChoiceList(value.choices) } : {};
  return {
    choices: ({ form }) => {
      const chosen: unknown = Reflect.get(form, name);
      return (Array.isArray(chosen) ? chosen : [chosen]).flatMap(
        (one) => readChoice({ value: one, label: String(one) }) ?? [],
      );
    },
  };
}

export const readChoiceList = (value: unknown): readonly ControlChoice[] => listOf(value, mostChoices, readChoice);

function readChoice(value: unknown): ControlChoice | undefined {
  if (!isRecord(value)) return undefined;
  const { value: own, label } = value;
  if (own !== null && !['string', 'number', 'boolean'].includes(typeof own)) return undefined;
  // One of the kinds that were just looked for.
  return { value: own as ControlChoice['value'], label: text(label, shortText) ?? String(own) };
}

const readColumnType = (value: unknown) =>
  (['number', 'string', 'temporal', 'boolean'] as const).find((type) => type === value);
