import { ExclamationCircleFilled } from '@ant-design/icons-svg';
import { Badge, Button, classNames, Icon, lineRoles } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import type { ChartRun } from '../use-chart-run.ts';
import styles from './OldAnswer.module.css';

export interface OldAnswerProps {
  readonly run: ChartRun;
  /** Whether the settings have changed since what is shown was asked for. */
  readonly isOlder: boolean;
  readonly onUpdate: () => void;
}

/** Whether a newer answer was asked for and did not come. */
export function isLeftBehind({ run, isOlder }: Pick<OldAnswerProps, 'run' | 'isOlder'>): boolean {
  return run.drawn !== null && (run.status === 'stopped' || (run.status === 'failed' && isOlder));
}

/** Why an answer still stands that a newer one should have replaced, and the way to that one. */
export function OldAnswer({ run, isOlder, onUpdate }: OldAnswerProps) {
  const t = useT();
  const { problems } = useExplore();
  if (!isLeftBehind({ run, isOlder })) return null;
  const reason = run.status === 'stopped' ? run.alert : t('The chart could not be computed');
  return (
    <div className={styles.line} role="status" data-large-on-touch>
      <Icon of={ExclamationCircleFilled} className={styles.mark} />
      <span className={lineRoles.grow}>
        {reason}
        {isOlder ? ` · ${t('What is shown is older than the settings')}` : null}
      </span>
      <Button size="small" isDisabled={problems.length > 0} onClick={onUpdate}>
        {t('Run again')}
      </Button>
    </div>
  );
}

/** What the chart was made of and its dataset has no more: named, as it is missing in the picture. */
export function LostNames() {
  const t = useT();
  const { lostNames } = useExplore();
  if (lostNames.length === 0) return null;
  const names = lostNames.join(', ');
  return (
    <div className={styles.line} role="status" data-test="lost-names">
      <Icon of={ExclamationCircleFilled} className={styles.mark} />
      <span className={lineRoles.grow}>
        {t('Not in the dataset any more: {{names}}. Choose others in the controls.', { names })}
      </span>
    </div>
  );
}

/** Marks figures that were asked for before the settings changed. */
export function OlderBadge({ run, isOlder }: Pick<OldAnswerProps, 'run' | 'isOlder'>) {
  const t = useT();
  if (!isOlder || !run.drawn || run.status === 'loading') return null;
  return (
    <Badge kind="warning" title={t('What is shown is older than the settings')}>
      {t('Not up to date')}
    </Badge>
  );
}

/** The class of what is not the answer to the settings; undefined for what is. */
export function agedClass({ run, isOlder }: Pick<OldAnswerProps, 'run' | 'isOlder'>): string | undefined {
  const isAged = run.drawn !== null && isOlder && ['loading', 'stopped', 'failed'].includes(run.status ?? '');
  return classNames(isAged && styles.aged) || undefined;
}
