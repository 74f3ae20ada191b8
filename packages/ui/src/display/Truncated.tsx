import './display.css';

/** Text cut after some lines; the whole of it stays in the title. */
export function Truncated({ text, lines = 1, className }: { text: string; lines?: number; className?: string }) {
  return (
    <span className={className ? `ps-lines ${className}` : 'ps-lines'} style={{ WebkitLineClamp: lines }} title={text}>
      {text}
    </span>
  );
}
