import type { CSSProperties, HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from './Icon.tsx';
import './display.css';

export type BadgeKind = 'neutral' | 'success' | 'warning' | 'danger' | 'accent' | 'info';

export interface BadgeProps {
  readonly children: ReactNode;
  /** Green only for published, sent, passed; amber for unsaved and limits; blue for cached; red for failed. */
  readonly kind?: BadgeKind;
  readonly icon?: IconType;
  readonly style?: CSSProperties;
  readonly title?: string;
}

/** A state in one or two words. */
export function Badge({ children, kind = 'neutral', icon, style, title }: BadgeProps) {
  return (
    <span className={classNames('ps-badge', kind !== 'neutral' && `ps-badge--${kind}`)} style={style} title={title}>
      {icon ? <Icon of={icon} size={12} /> : null}
      <span className="ps-cut">{children}</span>
    </span>
  );
}

/** A number beside a name. */
export function CountBadge({ count, isAccent }: { count: number; isAccent?: boolean }) {
  return <span className={isAccent ? 'ps-count ps-count--accent' : 'ps-count'}>{count}</span>;
}

/** A bordered surface. Never inside another card. */
export function Card({ children, className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...rest} className={classNames('ps-card', className)}>
      {children}
    </div>
  );
}

/** How much is done, 0 to 1. */
export function ProgressBar({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.max(0, Math.min(1, value)) * 100);
  return (
    <div
      className="ps-bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </div>
  );
}
