import { type AnnotationType, type annotationStyles, isRecord } from '@powerset/chart-kit';
import { msg } from '../../../i18n/index.ts';

/** A layer as the form keeps it, while it is edited. */
export type AnnotationDraft = Readonly<Record<string, unknown>>;

export const annotationTypeLabels: Readonly<Record<AnnotationType, string>> = {
  FORMULA: msg('Formula'),
  EVENT: msg('Event'),
  INTERVAL: msg('Interval'),
  TIME_SERIES: msg('Time series'),
};

export const annotationStyleLabels: Readonly<Record<(typeof annotationStyles)[number], string>> = {
  solid: msg('Solid'),
  dashed: msg('Dashed'),
  dotted: msg('Dotted'),
  longDashed: msg('Long dashes'),
};

export const annotationOpacities = [
  ['', msg('Full')],
  ['opacityLow', '20 %'],
  ['opacityMedium', '50 %'],
  ['opacityHigh', '80 %'],
] as const;

export interface SourceChoice {
  readonly value: string;
  readonly label: string;
}

const native = { value: 'NATIVE', label: msg('Annotation layer') };

/** Where a kind of layer may take its records from. */
export const annotationSources: Readonly<Record<AnnotationType, readonly SourceChoice[]>> = {
  FORMULA: [],
  EVENT: [native, { value: 'table', label: msg('Table chart') }],
  INTERVAL: [native, { value: 'table', label: msg('Table chart') }],
  TIME_SERIES: [{ value: 'line', label: msg('Line chart') }],
};

export function newAnnotation(type: AnnotationType): AnnotationDraft {
  return {
    annotationType: type,
    sourceType: annotationSources[type][0]?.value ?? '',
    name: '',
    value: type === 'FORMULA' ? '' : null,
    show: true,
    showLabel: type !== 'FORMULA',
    showMarkers: false,
    hideLine: false,
    style: 'solid',
    width: 1,
    opacity: '',
    color: null,
    overrides: { time_range: null },
  };
}

/** The draft as another kind: its look stays, what it is made of begins anew. */
export function withType(draft: AnnotationDraft, type: AnnotationType): AnnotationDraft {
  const { annotationType, sourceType, value, overrides } = newAnnotation(type);
  return withoutColumns({ ...draft, annotationType, sourceType, value, overrides });
}

export function withSource(draft: AnnotationDraft, sourceType: string): AnnotationDraft {
  return withoutColumns({ ...draft, sourceType, value: null });
}

/** Columns belong to the chart that was chosen. */
export function withoutColumns(draft: AnnotationDraft): AnnotationDraft {
  const { timeColumn: _time, intervalEndColumn: _end, titleColumn: _title, descriptionColumns: _text, ...rest } = draft;
  return rest;
}

/** Whether a part of the other chart's query follows the chart that is drawn. */
export const follows = (draft: AnnotationDraft, name: string): boolean =>
  isRecord(draft.overrides) && Object.hasOwn(draft.overrides, name) && draft.overrides[name] === null;

export function withOverride(draft: AnnotationDraft, name: string, value: string | null | undefined): AnnotationDraft {
  const { [name]: _old, ...rest } = isRecord(draft.overrides) ? draft.overrides : {};
  return { ...draft, overrides: value === undefined ? rest : { ...rest, [name]: value } };
}
