import type { RejectedUploadLine } from '@powerset/contract';
import { classNames, textRoles } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import styles from './RejectedLines.module.css';

export interface RejectedLinesProps {
  readonly count: number;
  readonly lines: readonly RejectedUploadLine[];
  readonly title: string;
}

/** Lines that stay behind, each with its number, the reason and its text. */
export function RejectedLines({ count, lines, title }: RejectedLinesProps) {
  const t = useT();
  if (count === 0) return null;
  const shown = firstOfEachLine(lines);
  return (
    <details className={styles.rejected} open>
      <summary>{title}</summary>
      <table>
        <thead>
          <tr>
            <th>{t('Line', { context: 'text' })}</th>
            <th>{t('Why')}</th>
            <th>{t('Text')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={line.line}>
              <td className={textRoles.numbers}>{line.line}</td>
              <td>{line.column ? `${line.column}: ${line.message}` : line.message}</td>
              <td dir="auto" className={classNames(textRoles.code, textRoles.truncated)}>
                {line.text}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > shown.length ? (
        <p className={textRoles.muted}>
          {t('The first {{shown}} of {{count}} are shown.', { shown: shown.length, count })}
        </p>
      ) : null}
    </details>
  );
}

/** A line may be wrong in several ways; the first is enough to find it. */
function firstOfEachLine(lines: readonly RejectedUploadLine[]): readonly RejectedUploadLine[] {
  return [...new Map(lines.toReversed().map((line) => [line.line, line])).values()].toReversed();
}
