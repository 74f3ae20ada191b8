import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Badge.module.css';
import { Icon, type IconType } from './Icon.tsx';
import { textRoles } from './text-roles.ts';

export type BadgeKind = 'neutral' | 'success' | 'warning' | 'danger' | 'accent' | 'info';

export interface BadgeProps {
  readonly children: ReactNode;
  /** Green only for published, sent, passed; amber for unsaved and limits; blue for cached; red for failed. */
  readonly kind?: BadgeKind;
  readonly icon?: IconType;
  readonly style?: CSSProperties;
  readonly title?: string;
}

const kindClasses: Readonly<Record<BadgeKind, string | undefined>> = {
  neutral: undefined,
  success: styles.success,
  warning: styles.warning,
  danger: styles.danger,
  accent: styles.accent,
  info: styles.info,
};

/** A state in one or two words. */
export function Badge({ children, kind = 'neutral', icon, style, title }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, kindClasses[kind])} style={style} title={title}>
      {icon ? <Icon of={icon} size={12} /> : null}
      <span dir="auto" className={textRoles.truncated}>
        {children}
      </span>
    </span>
  );
}

/** A number beside a name. */
export function CountBadge({ count, isAccent }: { count: number; isAccent?: boolean }) {
  return <span className={classNames(styles.count, isAccent && styles.accentCount)}>{count}</span>;
}

/** A bordered surface. Never inside another card. */
export function Card({ children, className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...rest} className={classNames(styles.card, className)}>
      {children}
    </div>
  );
}

/** The surface of a card, for elements that are more than a box: links, buttons, list entries. */
export const cardSurface = styles.card;
