import type { WireAdvancedValues } from '@powerset/contract';
import { readAddress } from './internet-address.ts';
import { readPort } from './port.ts';
import type { StoredValue } from './stored-value.ts';

export interface AdvancedType {
  readonly name: string;
  /** The stored value of a text; undefined when the text means nothing. */
  readonly read: (text: string) => StoredValue | undefined;
  /** What is said about a text that means nothing. */
  readonly complaint: (text: string) => string;
}

export interface AdvancedAnswer extends WireAdvancedValues {
  readonly values: readonly StoredValue[];
}

export const advancedTypes: readonly AdvancedType[] = [
  { name: 'port', read: readPort, complaint: (text) => `'${text}' does not appear to be a port name or number` },
  {
    name: 'internet address',
    read: readAddress,
    complaint: (text) => `'${text}' does not appear to be an IPv4 or IPv6 network`,
  },
];

const operators = ['==', '>=', '>', 'IN', '<', '<='];

export function findAdvancedType(name: string): AdvancedType | undefined {
  return advancedTypes.find((type) => type.name === name);
}

/** What typed values mean; the first that means nothing makes the whole answer an error. */
export function convertValues(type: AdvancedType, values: readonly unknown[]): AdvancedAnswer {
  const texts = values.map((value) => String(value ?? '').trim());
  const read = texts.map((text) => type.read(text));
  const wrong = texts.find((_text, index) => read[index] === undefined);
  if (wrong !== undefined) {
    const message = type.complaint(wrong);
    return { values: [], display_value: message, error_message: message, valid_filter_operators: operators };
  }
  const stored = read.filter((value) => value !== undefined);
  return {
    values: stored,
    display_value: stored.map(toText).join(','),
    error_message: '',
    valid_filter_operators: operators,
  };
}

function toText(value: StoredValue): string {
  return typeof value === 'object' ? `${value.start}-${value.end}` : String(value);
}
