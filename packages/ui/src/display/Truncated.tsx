import { classNames } from '../class-names.ts';
import styles from './Truncated.module.css';

/** Text cut after some lines; the whole of it stays in the title. */
export function Truncated({ text, lines = 1, className }: { text: string; lines?: number; className?: string }) {
  return (
    <span dir="auto" className={classNames(styles.lines, className)} style={{ WebkitLineClamp: lines }} title={text}>
      {text}
    </span>
  );
}
