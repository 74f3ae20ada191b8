import styles from './text-roles.module.css';

/** How a text stands among others, for elements that are no component of their own: classes, to be joined with what else it has. */
export const textRoles = {
  /** Beside what matters more. */
  secondary: styles.secondary,
  /** Notes, units, times. */
  muted: styles.muted,
  small: styles.small,
  tiny: styles.tiny,
  medium: styles.medium,
  strong: styles.strong,
  code: styles.code,
  /** Figures of one width. */
  numbers: styles.numbers,
  /** Cut at the end of the line, with an ellipsis. */
  truncated: styles.truncated,
  /** Heard by screen readers and not seen. */
  spoken: styles.spoken,
} as const;
