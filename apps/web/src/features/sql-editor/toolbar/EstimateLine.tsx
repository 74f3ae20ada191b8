import { sqlEditorEndpoints } from '@powerset/contract';
import { useQuery } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { useDatabases, useEditorSession } from '../context.tsx';
import { formatShort } from '../numbers.ts';
import { isReading } from '../preview/preview-text.ts';
import { type NamedResult, nameResults } from '../results/named-results.ts';
import { placeOf } from '../runs/execute-body.ts';
import type { EditorTab } from '../tabs/tab.ts';
import styles from './EditorToolbar.module.css';

type Estimate = Readonly<Record<string, string>>;

/** What the database expects of the text, beside Run; nothing where it cannot tell, or while the text is not sound. */
export function EstimateLine({ tab }: { readonly tab: EditorTab }) {
  const t = useT();
  const { isFeatureEnabled } = useSession();
  const database = useDatabases().find(({ id }) => id === tab.dbId);
  const isOffered = isFeatureEnabled('ESTIMATE_QUERY_COST') && database?.allows_cost_estimate === true;
  // Of a text that was checked: what is half written has no plan, and would only be refused.
  const checked = tab.validationResult;
  const isSound = checked !== null && checked.sql === tab.sql && checked.errors.length === 0;
  const isWhole = tab.selectedText.trim() === '';
  const pinned = useStore(useEditorSession().pinned.store, (state) => state.results);
  const results = nameResults(tab.sql, { pinned, tabId: tab.id });
  const { data } = useQuery({
    queryKey: ['sql-estimate', tab.dbId, tab.catalog, tab.schema, tab.sql, tab.templateParams, results],
    queryFn: ({ signal }) => loadEstimate({ ...tab, results }, signal),
    enabled: isOffered && isSound && isWhole && isReading(tab.sql),
    staleTime: 60_000,
    retry: false,
  });
  if (!data || !isSound || !isWhole) return null;
  const last = data.at(-1) ?? {};
  const text = textOf(last, t);
  if (text === null) return null;
  return (
    <span className={styles.estimate} data-testid="estimate" title={data.map(toLine).join('\n')}>
      {text}
    </span>
  );
}

/** As rows, or as many as it can be, or in the engine's own measure; null where it told none of them. */
function textOf(estimate: Estimate, t: ReturnType<typeof useT>): string | null {
  const rows = estimate['Estimated rows'];
  const most = estimate['Rows at most'];
  const read = estimate['Rows to read'];
  const cost = estimate['Total cost'];
  if (rows !== undefined) return rows === '1' ? t('About 1 row') : t('About {{rows}} rows', shown(rows));
  if (most !== undefined) return most === '1' ? t('At most 1 row') : t('At most {{rows}} rows', shown(most));
  if (read !== undefined) return t('Reads about {{rows}} rows', shown(read));
  return cost === undefined ? null : t('Cost about {{cost}}', { cost: formatShort(Math.round(Number(cost))) });
}

function shown(rows: string) {
  return { rows: formatShort(Number(rows)) };
}

function toLine(estimate: Estimate): string {
  return Object.entries(estimate)
    .map(([label, value]) => `${label}: ${value}`)
    .join(', ');
}

async function loadEstimate(
  tab: EditorTab & { readonly results: readonly NamedResult[] },
  signal: AbortSignal,
): Promise<readonly Estimate[]> {
  const answer = await api.callEndpoint(sqlEditorEndpoints.estimate, {
    body: {
      database_id: tab.dbId ?? 0,
      sql: tab.sql,
      ...placeOf(tab),
      template_params: tab.templateParams ?? '{}',
      results: [...tab.results],
    },
    signal,
  });
  return answer.result;
}
