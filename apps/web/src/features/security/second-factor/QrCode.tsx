import { encode } from 'uqr';
import styles from './modals.module.css';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Empty modules around a code, by which cameras find it. */
const quietModules = 4;

/** A text as a picture that cameras read. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: quietModules });
  const path = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
