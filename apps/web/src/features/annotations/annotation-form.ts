import type { AnnotationPost, WireAnnotation } from '@powerset/contract';
import { msg } from '../../i18n/index.ts';

/** An annotation as it is typed; times as fields of the browser have them, in UTC as everywhere in charts. */
export interface AnnotationFields {
  readonly short_descr: string;
  readonly start_dttm: string;
  readonly end_dttm: string;
  readonly long_descr: string;
  readonly json_metadata: string;
}

export function toFields(annotation: WireAnnotation | null): AnnotationFields {
  return {
    short_descr: annotation?.short_descr ?? '',
    start_dttm: annotation?.start_dttm.slice(0, 19) ?? '',
    end_dttm: annotation?.end_dttm.slice(0, 19) ?? '',
    long_descr: annotation?.long_descr ?? '',
    json_metadata: annotation?.json_metadata ?? '',
  };
}

/** What is sent; a moment without an end ends when it begins. */
export function toBody(fields: AnnotationFields): AnnotationPost {
  return {
    short_descr: fields.short_descr.trim(),
    start_dttm: fields.start_dttm,
    end_dttm: fields.end_dttm || fields.start_dttm,
    long_descr: fields.long_descr.trim() || null,
    json_metadata: fields.json_metadata.trim() || null,
  };
}

/** Messages by field, of what can be told before it is sent. */
export function checkFields(fields: AnnotationFields): Readonly<Record<string, string>> {
  const isReversed = fields.end_dttm !== '' && fields.start_dttm !== '' && fields.end_dttm < fields.start_dttm;
  return {
    ...(isReversed ? { end_dttm: msg('End date must be after start date') } : {}),
    ...(isJson(fields.json_metadata) ? {} : { json_metadata: msg('JSON not valid') }),
  };
}

export const isComplete = (fields: AnnotationFields): boolean =>
  fields.short_descr.trim() !== '' && fields.start_dttm !== '' && Object.keys(checkFields(fields)).length === 0;

function isJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
