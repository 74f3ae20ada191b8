import { CloseOutlined } from '@ant-design/icons-svg';
import { digitsOf } from '@powerset/chart-kit';
import { fromWireTable, sqlEditorEndpoints, type WireTextPreview } from '@powerset/contract';
import { cellText, IconButton } from '@powerset/ui';
import { memo, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../../api/index.ts';
import { rowCountText, useT } from '../../../i18n/index.ts';
import { useEditorSession, useRun } from '../context.tsx';
import { formatCount } from '../numbers.ts';
import { nameResults } from '../results/named-results.ts';
import { placeOf } from '../runs/execute-body.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { type PreviewText, previewTextAt } from './preview-text.ts';
import styles from './TextPreview.module.css';

interface TextPreviewProps {
  readonly tab: EditorTab;
  /** Where the cursor stands; read when its author has paused. */
  readonly positionOf: () => number;
  /** Changes with the cursor. */
  readonly cursor: object;
  readonly onTurnOff: () => void;
}

/** The first rows of the statement, or of the WITH query, in which the cursor stands, while its text is written. */
export function TextPreview({ tab, positionOf, cursor, onTurnOff }: TextPreviewProps) {
  const t = useT();
  const { shown, rows } = usePreview(tab, positionOf, cursor);
  const run = useRun(tab.latestQueryId);
  // What ran has its result or its error below, unless that was cleared.
  const ran = run && !run.isCleared ? run.query.sql.trim() : undefined;
  if (!shown || (shown.name === null && (ran === shown.sql.trim() || ran === tab.sql.trim()))) return null;
  const { answer, name } = shown;
  const isOld = answer.state !== 'rows';
  return (
    <section
      className={styles.preview}
      aria-label={t('Preview')}
      data-alone={run === undefined || undefined}
      data-testid="text-preview"
    >
      <div className={styles.head}>
        <span className={styles.badge}>{t('Preview')}</span>
        {name === null ? null : <code className={styles.name}>{name}</code>}
        <span className={styles.word} title={answer.message ?? undefined}>
          {wordOf(answer, t)}
        </span>
        <IconButton
          icon={CloseOutlined}
          size="small"
          label={t('Turn the preview off')}
          className={styles.off}
          onClick={onTurnOff}
        />
      </div>
      {rows?.table ? (
        <div className={styles.scroll} data-old={isOld || undefined}>
          <Rows answer={rows} />
        </div>
      ) : null}
    </section>
  );
}

function wordOf(answer: WireTextPreview, t: ReturnType<typeof useT>): string {
  if (answer.state === 'slow') return t('Takes too long');
  if (answer.state === 'failed') return t('Does not run yet');
  const count = answer.table?.rowCount ?? 0;
  if (answer.hasMore) return t('First {{count}} rows', { count });
  return rowCountText(count, formatCount(count));
}

/** Drawn when there are other rows, not with each key. */
const Rows = memo(function Rows({ answer }: { readonly answer: WireTextPreview }) {
  const t = useT();
  const table = useMemo(() => (answer.table ? fromWireTable(answer.table) : null), [answer]);
  if (!table) return null;
  const left = answer.columnCount - table.columns.length;
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {table.columns.map(({ name, type }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
            <th key={index} scope="col" data-type={type}>
              {name}
            </th>
          ))}
          {left > 0 ? <th scope="col">{t('{{count}} more columns', { count: left })}</th> : null}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: table.rowCount }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to be told by
          <tr key={row}>
            {table.columns.map(({ name, type, values }, index) => {
              const text = cellText(values[row] ?? null, type, digitsOf(name));
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
                <td key={index} data-type={type} data-null={text === null || undefined}>
                  {text ?? 'NULL'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const restMs = 250;

interface Shown extends PreviewText {
  readonly answer: WireTextPreview;
}

/** Asked when the author rests, given up with the next key; the last rows stay until there are others. */
function usePreview(tab: EditorTab, positionOf: () => number, cursor: object) {
  const { pinned } = useEditorSession();
  const results = useStore(pinned.store, (state) => state.results);
  const [shown, setShown] = useState<Shown | null>(null);
  const [rows, setRows] = useState<WireTextPreview | null>(null);
  const { id, dbId, sql, catalog, schema, templateParams } = tab;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cursor's place is read when it has come to rest
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const text = previewTextAt(sql, positionOf());
      if (!text || dbId === null) return setShown(null);
      const answer = await load(
        { tab, text, results: nameResults(text.sql, { pinned: results, tabId: id }) },
        controller,
      );
      if (controller.signal.aborted) return;
      setShown(answer && { ...text, answer });
      if (answer?.state === 'rows') setRows(answer);
    }, restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [id, dbId, sql, catalog, schema, templateParams, results, cursor]);
  return { shown, rows };
}

interface Question {
  readonly tab: EditorTab;
  readonly text: PreviewText;
  readonly results: readonly { readonly name: string; readonly key: string }[];
}

/** Null where the server would not say: nobody asked for it, so nobody is told. */
async function load({ tab, text, results }: Question, { signal }: AbortController): Promise<WireTextPreview | null> {
  try {
    const answer = await api.callEndpoint(sqlEditorEndpoints.preview, {
      query: Object.fromEntries(new URLSearchParams(location.search)),
      body: {
        database_id: tab.dbId ?? 0,
        sql: text.sql,
        ...placeOf(tab),
        template_params: tab.templateParams,
        results: [...results],
      },
      signal,
    });
    return answer.result;
  } catch {
    return null;
  }
}
