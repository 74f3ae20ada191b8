import { CloseCircleFilled } from '@ant-design/icons-svg';
import { classNames, Icon, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import type { Problem } from './editor/problems.ts';
import type { CursorPlace } from './editor/SqlCodeEditor.tsx';
import styles from './ProblemLine.module.css';
import parts from './parts.module.css';

export interface ProblemLineProps {
  readonly problem: Problem | null;
  readonly cursor: CursorPlace;
  readonly dialect: string;
  readonly isKept: boolean;
  readonly onCorrect: (problem: Problem) => void;
  readonly onGoTo: (problem: Problem) => void;
}

/** Below the text: what is wrong with it, with the correction as a link; at the right where the cursor stands. */
export function ProblemLine({ problem, cursor, dialect, isKept, onCorrect, onGoTo }: ProblemLineProps) {
  const t = useT();
  return (
    <div className={styles.line} data-testid="problem-line">
      {problem ? (
        <span className={styles.problem} role="alert">
          <Icon of={CloseCircleFilled} size={12} color="var(--danger)" />
          <button
            type="button"
            dir="auto"
            className={classNames(styles.message, textRoles.truncated)}
            title={problem.message}
            onClick={() => onGoTo(problem)}
          >
            {problem.message}
          </button>
          {problem.suggestion ? (
            <span className={styles.correction}>
              {t('Did you mean')}{' '}
              <button type="button" className={classNames(parts.link, parts.code)} onClick={() => onCorrect(problem)}>
                {problem.suggestion.right}
              </button>
              ?
            </span>
          ) : null}
          <span className={classNames(parts.quiet, styles.place)}>
            {t('Ln {{line}}, Col {{column}}', { line: problem.line, column: problem.column })}
          </span>
        </span>
      ) : null}
      <span className={classNames(parts.end, styles.right)}>
        <span>{t('Ln {{line}}, Col {{column}}', { line: cursor.line, column: cursor.column })}</span>
        <span className={parts.onWideScreens}>{dialect}</span>
        <span className={parts.onWideScreens}>{isKept ? t('Saved') : t('Saving')}</span>
      </span>
    </div>
  );
}
