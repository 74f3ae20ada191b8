import { sqlEditorEndpoints, type WireTableColumnProfile } from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { formatCount, formatShare, formatShort } from '../numbers.ts';
import parts from '../parts.module.css';
import styles from './column-panel.module.css';

export interface ColumnPlace {
  readonly dbId: number;
  readonly catalog?: string | null;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

function loadProfile(client: QueryClient, place: ColumnPlace): Promise<WireTableColumnProfile> {
  return client.fetchQuery({
    queryKey: [
      'database',
      place.dbId,
      'column-profile',
      place.catalog ?? null,
      place.schema,
      place.table,
      place.column,
    ],
    staleTime: 10 * 60_000,
    queryFn: async () =>
      (
        await api.callEndpoint(sqlEditorEndpoints.columnProfile, {
          query: {
            database_id: place.dbId,
            ...(place.catalog ? { catalog: place.catalog } : {}),
            schema: place.schema,
            table: place.table,
            column: place.column,
          },
        })
      ).result,
  });
}

/** What a column holds, drawn for the panel beside the completions; null when it cannot be told. */
export async function describeColumn(client: QueryClient, place: ColumnPlace): Promise<HTMLElement | null> {
  const profile = await loadProfile(client, place).catch(() => null);
  if (!profile) return null;
  const panel = element('div');
  const head = element('div', styles.head);
  head.append(element('span', styles.name, place.column), element('span', parts.quiet, headText(profile)));
  panel.append(head);
  const highest = Math.max(1, ...profile.topValues.map((entry) => entry.count));
  for (const { value, count } of profile.topValues) {
    const row = element('div', styles.row);
    const bar = element('span', styles.bar);
    const fill = element('i');
    fill.style.width = `${(count / highest) * 100}%`;
    bar.append(fill);
    row.append(
      element('span', textRoles.truncated, value ?? 'NULL'),
      bar,
      element('span', styles.share, formatShare(profile.rowCount === 0 ? 0 : count / profile.rowCount)),
    );
    panel.append(row);
  }
  if (profile.min !== null && profile.topValues.length === 0)
    panel.append(element('div', styles.range, `${profile.min} – ${profile.max ?? ''}`));
  return panel;
}

function headText({ distinctCount, nullShare }: WireTableColumnProfile): string {
  const values =
    distinctCount === 1
      ? t('1 value')
      : t('{{count}} values', {
          count: distinctCount < 10_000 ? formatCount(distinctCount) : formatShort(distinctCount),
        });
  return `${values}, ${t('{{share}} null', { share: formatShare(nullShare) })}`;
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
