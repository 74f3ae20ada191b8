import type { QueryColumn, QueryMetric } from '@powerset/contract';
import type { SavedColor } from './colors.ts';
import type { FixedOrMetric, TimeSeriesColumn } from './column-config.ts';
import type { ConditionalRule } from './conditional-formatting.ts';
import type { ControlDefinition, ControlRows, ControlSection } from './definitions.ts';
import type { ColorBreakpoint, Contour, Spatial, Viewport } from './map-values.ts';
import type { Currency } from './number-formats.ts';

/** A record as forms keep it, whose own fields their reader knows. */
export type FormRecord = Readonly<Record<string, unknown>>;

/** What a control of each type holds; those that depend on their choices are worked out below. */
interface ValueOfType {
  readonly text: string;
  readonly textarea: string;
  readonly 'time-range': string;
  readonly number: number;
  readonly slider: number;
  readonly checkbox: boolean;
  readonly color: SavedColor;
  readonly 'color-scheme': string;
  readonly 'sequential-scheme': string;
  readonly metric: QueryMetric;
  readonly metrics: readonly QueryMetric[];
  readonly column: QueryColumn;
  readonly columns: readonly QueryColumn[];
  readonly filters: readonly FormRecord[];
  readonly 'time-grain': string;
  readonly bounds: readonly [number | null, number | null];
  readonly currency: Currency;
  readonly 'sort-by': string;
  readonly 'order-by-columns': readonly (readonly [column: string, isAscending: boolean])[];
  readonly 'column-config': Readonly<Record<string, FormRecord>>;
  readonly 'conditional-formatting': readonly ConditionalRule[];
  readonly annotations: readonly FormRecord[];
  readonly notes: readonly FormRecord[];
  readonly 'fixed-or-metric': FixedOrMetric;
  readonly spatial: Spatial;
  readonly viewport: Viewport;
  readonly 'color-breakpoints': readonly ColorBreakpoint[];
  readonly contours: readonly Contour[];
  readonly 'time-series-columns': readonly TimeSeriesColumn[];
  readonly hidden: FormRecord;
}

/** Types of which an empty value is a value, not a missing one. */
type NeverNull =
  | 'text'
  | 'textarea'
  | 'time-range'
  | 'checkbox'
  | 'color-scheme'
  | 'sequential-scheme'
  | 'metrics'
  | 'columns'
  | 'filters'
  | 'bounds'
  | 'order-by-columns'
  | 'column-config'
  | 'conditional-formatting'
  | 'annotations'
  | 'notes'
  | 'fixed-or-metric'
  | 'color-breakpoints'
  | 'contours'
  | 'time-series-columns'
  | 'hidden';

/** What may be typed where such values are listed; beside yes and no it is a number. */
type Typed<Value> = Value extends string ? string : number | (Value extends boolean ? boolean : never);

type ChosenFrom<Control> = Control extends { readonly choices: readonly { readonly value: infer Value }[] }
  ? Control extends { readonly isFreeForm: true }
    ? Typed<NonNullable<Value>>
    : NonNullable<Value>
  : string;

type HasNull<Control> = Control extends { readonly isOptional: true } | { readonly isClearable: true }
  ? true
  : Control extends { readonly default: infer Default }
    ? [Default] extends [NonNullable<Default>]
      ? false
      : true
    : true;

type OrNull<Value, Control> = HasNull<Control> extends true ? Value | null : Value;

type Chosen<Control, Value> = Control extends { readonly isMulti: true } ? readonly Value[] : OrNull<Value, Control>;

/** What a control's field of the form holds once it is read. */
export type ControlValue<Control extends ControlDefinition> = Control['type'] extends NeverNull
  ? ValueOfType[Control['type']]
  : Control['type'] extends keyof ValueOfType
    ? OrNull<ValueOfType[Control['type']], Control>
    : Chosen<Control, Control['type'] extends 'async-select' ? string | number | boolean : ChosenFrom<Control>>;

/** The fields of some controls by their names. */
export type FieldsOf<Control extends ControlDefinition> = {
  readonly [One in Control as One['name']]: ControlValue<One>;
};

/** The fields of some rows of controls. */
export type FieldsOfRows<Rows extends ControlRows> = FieldsOf<Rows[number][number]>;

/** The fields of some sections of a form. */
export type FieldsOfSections<Sections extends readonly ControlSection[]> = FieldsOfRows<Sections[number]['rows']>;
