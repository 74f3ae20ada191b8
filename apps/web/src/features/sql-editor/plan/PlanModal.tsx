import { DownOutlined, RightOutlined, WarningOutlined } from '@ant-design/icons-svg';
import { sqlEditorEndpoints, type WirePlan } from '@powerset/contract';
import { Button, classNames, Icon, ListSkeleton, Modal } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { api } from '../../../api/index.ts';
import { LoadFailureBox } from '../../../controls/load-failure/index.ts';
import { formatDecimal, formatDuration, useT } from '../../../i18n/index.ts';
import { useEditorSession } from '../context.tsx';
import { formatCount } from '../numbers.ts';
import { type NamedResult, nameResults } from '../results/named-results.ts';
import { placeOf } from '../runs/execute-body.ts';
import { type EditorTab, textToRun } from '../tabs/tab.ts';
import styles from './PlanModal.module.css';
import { missOf, type PlanStep, sharesOf, shownSteps } from './plan-figures.ts';

interface PlanModalProps {
  readonly tab: EditorTab;
  readonly onClose: () => void;
}

/** How the database answers the query, as a tree; once it was measured with the time and the true rows of each step. */
export function PlanModal({ tab, onClose }: PlanModalProps) {
  const t = useT();
  // The text as it was when the plan was asked for.
  const [asked] = useState({ ...tab, sql: textToRun(tab) });
  const [isMeasured, setIsMeasured] = useState(false);
  const { pinned } = useEditorSession();
  const [results] = useState(() => nameResults(asked.sql, { pinned: pinned.store.getState().results, tabId: tab.id }));
  const plan = useQuery({
    queryKey: ['sql-plan', asked.dbId, asked.catalog, asked.schema, asked.sql, asked.templateParams, isMeasured],
    queryFn: ({ signal }) => loadPlan({ ...asked, results }, isMeasured, signal),
    retry: false,
    gcTime: 0,
  });
  return (
    <Modal
      title={t('Query plan')}
      width={1080}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {isMeasured ? (
            <Button isDisabled={plan.isFetching} onClick={() => void plan.refetch()}>
              {t('Measure again')}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => setIsMeasured(true)}>
              {t('Run and measure')}
            </Button>
          )}
        </>
      }
    >
      {plan.error && !plan.isFetching ? (
        <LoadFailureBox
          title={t('The query could not be explained')}
          error={plan.error}
          onRetry={() => void plan.refetch()}
        />
      ) : null}
      {plan.isFetching ? <ListSkeleton rows={6} /> : null}
      {plan.data && !plan.isFetching && !plan.error ? <PlanTree plan={plan.data} /> : null}
    </Modal>
  );
}

interface Asked extends EditorTab {
  /** Those that the text reads as tables. */
  readonly results: readonly NamedResult[];
}

async function loadPlan(tab: Asked, analyze: boolean, signal: AbortSignal): Promise<WirePlan> {
  const answer = await api.callEndpoint(sqlEditorEndpoints.explain, {
    query: Object.fromEntries(new URLSearchParams(location.search)),
    body: {
      database_id: tab.dbId ?? 0,
      ...placeOf(tab),
      sql: tab.sql,
      template_params: tab.templateParams,
      analyze,
      results: [...tab.results],
    },
    signal,
  });
  return answer.result;
}

function PlanTree({ plan }: { readonly plan: WirePlan }) {
  const t = useT();
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const shares = sharesOf(plan.steps);
  const fold = (index: number) =>
    setFolded((last) =>
      last.has(index) ? new Set([...last].filter((one) => one !== index)) : new Set([...last, index]),
    );
  return (
    <div className={styles.scroll}>
      <table className={styles.plan}>
        <thead>
          <tr>
            <th>{t('Step')}</th>
            <th className={styles.figure}>{t('Expected rows')}</th>
            {plan.analyzed ? (
              <>
                <th className={styles.figure}>{t('Rows')}</th>
                <th className={styles.figure}>{t('Time')}</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {shownSteps(plan.steps, folded).map((index) => {
            const step = plan.steps[index];
            if (!step) return null;
            return (
              <StepRow
                key={index}
                step={step}
                share={shares[index] ?? 0}
                isMeasured={plan.analyzed}
                isFolded={folded.has(index)}
                onFold={(plan.steps[index + 1]?.depth ?? 0) > step.depth ? () => fold(index) : null}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface StepRowProps {
  readonly step: PlanStep;
  readonly share: number;
  readonly isMeasured: boolean;
  readonly isFolded: boolean;
  readonly onFold: (() => void) | null;
}

function StepRow({ step, share, isMeasured, isFolded, onFold }: StepRowProps) {
  const t = useT();
  const miss = missOf(step);
  const count = (rows: number | null) => (rows === null ? '' : formatCount(rows));
  return (
    <tr>
      <td>
        {/* A custom property, which the type of styles does not know. */}
        <div className={styles.step} style={{ '--depth': step.depth } as CSSProperties}>
          {onFold ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!isFolded}
              aria-label={
                isFolded ? t('Unfold {{name}}', { name: step.name }) : t('Fold {{name}}', { name: step.name })
              }
              onClick={onFold}
            >
              <Icon of={isFolded ? RightOutlined : DownOutlined} size={10} />
            </button>
          ) : (
            <span className={styles.fold} />
          )}
          <div className={styles.words}>
            <span className={styles.name}>{step.name}</span>
            {step.details.map(({ label, text }) => (
              <span key={label} className={styles.detail}>
                {label} <code>{text}</code>
              </span>
            ))}
          </div>
        </div>
      </td>
      <td className={styles.figure}>{count(step.estimated_rows)}</td>
      {isMeasured ? (
        <>
          <td className={classNames(styles.figure, miss !== null && styles.wrong)}>
            {count(step.rows)}
            {miss ? (
              <div className={styles.miss}>
                <Icon of={WarningOutlined} size={12} />{' '}
                {miss.isLow
                  ? t('{{factor}} times more than expected', { factor: formatCount(miss.factor) })
                  : t('{{factor}} times fewer than expected', { factor: formatCount(miss.factor) })}
              </div>
            ) : null}
          </td>
          <td className={styles.figure}>
            {step.ms === null ? '' : formatMs(step.ms)}
            <span className={styles.bar} style={{ width: `${Math.round(share * 100)}%` }} />
          </td>
        </>
      ) : null}
    </tr>
  );
}

/** Most steps take less than a millisecond. */
function formatMs(ms: number): string {
  return ms < 10 ? `${formatDecimal(ms.toFixed(ms < 1 ? 2 : 1))} ms` : formatDuration(ms);
}
