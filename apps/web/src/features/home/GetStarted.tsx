import { CheckOutlined } from '@ant-design/icons-svg';
import { Button, cardSurface, classNames, Icon, lineRoles, ProgressBar, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, type Session, useSession } from '../../shell/index.ts';
import { type FirstSteps, loadFirstSteps } from './first-steps.ts';
import styles from './GetStarted.module.css';
import { useKeptChoice } from './kept-choice.ts';

interface Step {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly address: string | null;
  readonly isDone: boolean;
  /** Whether the user's roles, and what there is, let it be taken. */
  readonly isOpen: boolean;
}

function stepsOf(t: ReturnType<typeof useT>, done: FirstSteps, session: Session): readonly Step[] {
  const { can } = session;
  return [
    { key: 'account', title: t('Create your account'), text: '', address: null, isDone: true, isOpen: true },
    {
      key: 'dashboard',
      title: t('Open the example dashboard'),
      text: t('Filter it, and click on a mark'),
      address: addresses.dashboards,
      isDone: done.hasOpenedDashboard,
      isOpen: done.hasDashboards,
    },
    {
      key: 'data',
      title: t('Connect your own data'),
      text: mayUpload(session) ? t('Upload a file or connect a database') : t('Query where the data is'),
      address: mayUpload(session) ? addresses.upload : addresses.newDatabase,
      isDone: done.hasOwnData,
      isOpen: mayUpload(session) || can('can_write', 'Database'),
    },
    {
      key: 'chart',
      title: t('Make a chart'),
      text: t('Drag columns onto a picture of your data'),
      address: addresses.newChart,
      isDone: done.hasChart,
      isOpen: can('can_write', 'Chart'),
    },
    {
      key: 'people',
      title: t('Invite someone'),
      text: t('They see only what their role allows'),
      address: addresses.users,
      isDone: done.hasOtherUsers,
      isOpen: can('can_write', 'User'),
    },
  ];
}

/** First steps, ticked by what has really been done. */
export function GetStarted({ userId }: { userId: number }) {
  const t = useT();
  const session = useSession();
  const [visibility, setVisibility] = useKeptChoice('powerset.first-steps', ['shown', 'hidden'] as const, 'shown');
  const query = useQuery({
    queryKey: ['first-steps', userId],
    queryFn: ({ signal }) => loadFirstSteps(userId, signal),
    enabled: visibility === 'shown',
  });
  if (visibility === 'hidden' || !query.data) return null;
  const steps = stepsOf(t, query.data, session).filter((step) => step.isOpen);
  const doneCount = steps.filter((step) => step.isDone).length;
  if (doneCount === steps.length) return null;
  const next = steps.find((step) => !step.isDone);
  return (
    <section className={classNames(cardSurface, styles.card)} aria-labelledby="get-started">
      <div className={lineRoles.line}>
        <h2 id="get-started">{t('Get started')}</h2>
        <span className={classNames(lineRoles.end, textRoles.small, textRoles.muted, textRoles.numbers)}>
          {t('{{done}} of {{count}}', { done: doneCount, count: steps.length })}
        </span>
      </div>
      <div className={styles.progress}>
        <ProgressBar value={doneCount / steps.length} label={t('Get started')} />
      </div>
      <ol>
        {steps.map((step) => (
          <StepRow key={step.key} step={step} isNext={step === next} />
        ))}
      </ol>
      <div className={styles.foot}>
        <Button kind="link" size="small" onClick={() => setVisibility('hidden')}>
          {t('Hide this list')}
        </Button>
      </div>
    </section>
  );
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const t = useT();
  return (
    <li className={styles.step}>
      <span className={classNames(styles.mark, step.isDone && styles.isDone, isNext && styles.isNext)}>
        {step.isDone ? <Icon of={CheckOutlined} size={10} /> : null}
      </span>
      <div className={lineRoles.grow}>
        <div className={step.isDone ? styles.done : textRoles.medium}>
          {step.title}
          {step.isDone ? <span className={textRoles.spoken}>{t('(done)')}</span> : null}
        </div>
        {step.isDone ? null : <div className={classNames(textRoles.small, textRoles.muted)}>{step.text}</div>}
      </div>
      {isNext && step.address ? (
        <Button kind="primary" size="small" href={step.address}>
          {t('Start', { context: 'verb' })}
        </Button>
      ) : null}
    </li>
  );
}
