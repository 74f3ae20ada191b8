import { type Document, isDocument, parseDocument } from '../metadata/index.ts';

/** What a dataset has, by name. */
export interface CheckedFields {
  readonly columns: ReadonlySet<string>;
  readonly metrics: ReadonlySet<string>;
  /** The dataset's table. */
  readonly name: string;
}

/** Something that does not work. */
export interface Fault {
  readonly kind: 'broken column' | 'unknown metric' | 'unused filter' | 'missing dataset';
  /** The setting in which it stands. */
  readonly field: string;
  /** The column or metric that is not there, or the filter that reaches nothing. */
  readonly name: string | null;
  /** A dashboard's filter that asks for it. */
  readonly filter: string | null;
  /** The table of the dataset that lacks it. */
  readonly dataset: string | null;
}

export function toFault(
  kind: Fault['kind'],
  { field, ...given }: Pick<Fault, 'field'> & Partial<Pick<Fault, 'name' | 'filter' | 'dataset'>>,
): Fault {
  return { kind, field, name: null, filter: null, dataset: null, ...given };
}

/** A document, also where it is kept as JSON text. */
export function readObject(value: unknown): Document | undefined {
  if (typeof value === 'string') return parseDocument(value) ?? undefined;
  return isDocument(value) ? value : undefined;
}
