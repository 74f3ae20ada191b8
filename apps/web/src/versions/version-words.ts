import type { WireUserSummary } from '@powerset/contract';
import type { useT } from '../i18n/index.ts';

type T = ReturnType<typeof useT>;

/** A version as lists of all resources tell of it. */
export interface VersionRow {
  readonly number: number;
  readonly restored_from: number | null;
  readonly changed_by: WireUserSummary | null;
  readonly changed_on: string;
}

/** More changes are counted. */
const mostWords = 4;

/** What one save changed, in words; `changes` are sentences or names of what is another now. */
export function changeWords(version: Pick<VersionRow, 'restored_from'>, changes: readonly string[], t: T): string {
  const { restored_from: from } = version;
  const different = [...new Set(changes)];
  const left = different.length - mostWords;
  const words = [
    ...(from === null ? [] : [t('Version {{number}} brought back', { number: from })]),
    ...different.slice(0, mostWords),
    ...(left > 0 ? [t('{{count}} more', { count: left })] : []),
  ];
  return words.length === 0 ? t('First version that is kept') : words.join(' · ');
}
