import { classNames } from '@powerset/ui';
import type { Edge } from '../layout/index.ts';
import styles from './DropMark.module.css';

const edgeClasses: Readonly<Record<Edge, string | undefined>> = {
  left: styles.left,
  right: styles.right,
  top: styles.top,
  bottom: styles.bottom,
  inside: styles.inside,
};

/** Where what is dragged would come to stand. */
export function DropMark({ edge }: { edge: Edge }) {
  return <div className={classNames(styles.mark, edgeClasses[edge])} />;
}
