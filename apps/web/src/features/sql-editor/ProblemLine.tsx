import { CloseCircleFilled } from '@ant-design/icons';
import { Icon } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import type { Problem } from './editor/problems.ts';
import type { CursorPlace } from './editor/SqlCodeEditor.tsx';

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
    <div className="sqe-problem">
      {problem ? (
        <span className="sqe-problem__text" role="alert">
          <Icon of={CloseCircleFilled} size={12} color="var(--danger)" />
          <button
            type="button"
            className="sqe-problem__message ps-cut"
            title={problem.message}
            onClick={() => onGoTo(problem)}
          >
            {problem.message}
          </button>
          {problem.suggestion ? (
            <span className="sqe-problem__correction">
              {t('Did you mean')}{' '}
              <button type="button" className="sqe-link sqe-mono" onClick={() => onCorrect(problem)}>
                {problem.suggestion.right}
              </button>
              ?
            </span>
          ) : null}
          <span className="sqe-quiet sqe-problem__place">
            {t('Ln {{line}}, Col {{column}}', { line: problem.line, column: problem.column })}
          </span>
        </span>
      ) : null}
      <span className="sqe-end sqe-problem__right">
        <span>{t('Ln {{line}}, Col {{column}}', { line: cursor.line, column: cursor.column })}</span>
        <span className="sqe-wide">{dialect}</span>
        <span className="sqe-wide">{isKept ? t('Saved') : t('Saving')}</span>
      </span>
    </div>
  );
}
