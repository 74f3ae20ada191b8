import { knownSchemeId } from './color-schemes.ts';
import { cssOfSavedColor } from './colors.ts';
import { readFixedOrMetric, readTimeSeriesColumn } from './column-config.ts';
import { readRules } from './conditional-formatting.ts';
import type { ChartForm, ControlDefinition, ControlType, RuleContext } from './definitions.ts';
import type { ControlValue } from './form-types.ts';
import { isColumn, isMetric, isRecord, toList, toNumber } from './form-values.ts';
import { readBreakpoints, readContours, readSpatial, readViewport } from './map-values.ts';
import { parseCurrency } from './number-formats.ts';

/** A stored value as its control holds it; undefined when it is none that it could hold. */
type Reader = (value: unknown, control: ControlDefinition) => unknown;

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
const readNumber: Reader = (value) => toNumber(value) ?? undefined;
const readRecords: Reader = (value) => toList(value).filter(isRecord);

/** What is read for each type of control; `ControlValue` says the same in types. */
const readers: Readonly<Record<ControlType, Reader>> = {
  text: readText,
  textarea: readText,
  'time-range': readText,
  'time-grain': readText,
  'sort-by': readText,
  number: readNumber,
  slider: readNumber,
  checkbox: readSwitch,
  select: readChoice,
  radio: readChoice,
  'async-select': readChoice,
  color: (value) => (cssOfSavedColor(value) === undefined ? undefined : value),
  'color-scheme': (value) => knownSchemeId('categorical', value),
  'sequential-scheme': (value) => knownSchemeId('sequential', value),
  metric: (value) => toList(value).find(isMetric),
  metrics: (value) => toList(value).filter(isMetric),
  column: (value) => toList(value).find(isColumn),
  columns: (value) => toList(value).filter(isColumn),
  filters: readRecords,
  annotations: readRecords,
  notes: readRecords,
  bounds: (value) => (Array.isArray(value) ? [toNumber(value[0]), toNumber(value[1])] : undefined),
  currency: (value) => parseCurrency(value) ?? undefined,
  'order-by-columns': (value) => toList(value).flatMap(readOrder),
  'column-config': (value) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, config]) => isRecord(config))) : undefined,
  'conditional-formatting': (value) => readRules(value),
  'fixed-or-metric': (value) => readFixedOrMetric(value),
  spatial: (value) => readSpatial(value),
  viewport: (value) => readViewport(value),
  'color-breakpoints': (value) => readBreakpoints(value),
  contours: (value) => readContours(value),
  'time-series-columns': (value) => toList(value).filter(isRecord).map(readTimeSeriesColumn),
  hidden: (value) => (isRecord(value) ? value : undefined),
};

/** What a control holds where nothing is given and it has no default. */
const empties: Partial<Readonly<Record<ControlType, unknown>>> = {
  text: '',
  textarea: '',
  'time-range': '',
  checkbox: false,
  metrics: [],
  columns: [],
  filters: [],
  annotations: [],
  notes: [],
  bounds: [null, null],
  'order-by-columns': [],
  'column-config': {},
  'conditional-formatting': [],
  'time-series-columns': [],
  'color-breakpoints': [],
  contours: [],
  hidden: {},
};

/** Types that read nothing as a value of theirs. */
const readsNothing = new Set<ControlType>(['color-scheme', 'sequential-scheme', 'fixed-or-metric']);

/**
 * A stored value as its control holds it. Forms may hold anything: what the control cannot hold is its default, also what is
 * missing; nothing is null where the control may be empty.
 */
export function readControl<Control extends ControlDefinition>(
  control: Control,
  stored: unknown,
): ControlValue<Control> {
  const value = control.modernize ? control.modernize(stored) : stored;
  const read = control.isMulti && isChoice(control) ? readChoices(control, value) : readOne(control, value);
  // The readers above give each type of control what `ControlValue` says of it.
  return read as ControlValue<Control>;
}

/** What another control of the same form holds: rules name the control, so that none can be misspelt. */
export function controlValue<Control extends ControlDefinition>(
  { form }: Pick<RuleContext, 'form'>,
  control: Control,
): ControlValue<Control> {
  // A stored form holds any field; only its type keeps rules from reading by name.
  return readControl(control, (form as ChartForm)[control.name]);
}

const isChoice = ({ type }: ControlDefinition) => type === 'select' || type === 'radio' || type === 'async-select';

function readChoices(control: ControlDefinition, value: unknown): readonly unknown[] {
  const given = value === undefined ? control.default : value;
  return toList(given)
    .map((entry) => readChoice(entry, control))
    .filter((entry) => entry !== undefined);
}

function readOne(control: ControlDefinition, value: unknown): unknown {
  const { type } = control;
  if (readsNothing.has(type)) return readers[type](value ?? control.default, control);
  if (value === undefined) return defaultOfControl(control);
  if (value === null || value === '') return emptyOfControl(control);
  return readers[type](value, control) ?? defaultOfControl(control);
}

const defaultOfControl = (control: ControlDefinition): unknown => control.default ?? emptyOrNull(control);
const emptyOrNull = ({ type }: ControlDefinition): unknown => empties[type] ?? null;

function emptyOfControl(control: ControlDefinition): unknown {
  if (control.type in empties) return empties[control.type];
  return control.isOptional || control.isClearable ? null : defaultOfControl(control);
}

function readSwitch(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/** A listed value; where the reader may type, any of the kinds that are listed. Choices that a dataset offers are texts. */
function readChoice(stored: unknown, control: ControlDefinition): unknown {
  const value: unknown = Array.isArray(stored) ? stored[0] : stored;
  if (value === null || value === undefined || value === '') return undefined;
  const { choices, type } = control;
  if (type === 'async-select') return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
  if (!Array.isArray(choices)) return readText(value);
  const values: readonly unknown[] = choices.map((choice) => choice.value);
  const number = toNumber(value);
  const found = [value, number, readText(value) ?? null, readSwitch(value) ?? null].find(
    (candidate) => candidate !== null && values.includes(candidate),
  );
  if (found !== undefined || !control.isFreeForm) return found;
  return typedChoice(value, new Set(values.map((one) => typeof one)));
}

function typedChoice(value: unknown, kinds: ReadonlySet<string>): unknown {
  const number = toNumber(value);
  if (number !== null && (kinds.has('number') || kinds.has('boolean'))) return number;
  return kinds.has('string') ? readText(value) : undefined;
}

/** A column and whether its smallest values come first; older forms keep the pair as JSON. */
function readOrder(entry: unknown): readonly (readonly [string, boolean])[] {
  const pair = typeof entry === 'string' ? parseJson(entry) : entry;
  return Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'boolean' ? [[pair[0], pair[1]]] : [];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
