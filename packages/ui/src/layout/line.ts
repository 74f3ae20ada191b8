import styles from './line.module.css';

/** Things side by side, for elements that are no component of their own: classes, to be joined with what else they have. */
export const lineRoles = {
  line: styles.line,
  /** Takes the room that is left. */
  grow: styles.grow,
  /** Stands at the line's end. */
  end: styles.end,
} as const;
