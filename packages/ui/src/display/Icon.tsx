import type { ComponentType, CSSProperties } from 'react';

/** Any icon of `@ant-design/icons`. */
export type IconType = ComponentType<{
  className?: string;
  style?: CSSProperties;
  'aria-hidden'?: boolean;
  'aria-label'?: string;
  role?: string;
}>;

export interface IconProps {
  readonly of: IconType;
  /** 16 in bars, 14 in buttons and rows, 12 in chips, 10 for carets. */
  readonly size?: 8 | 10 | 12 | 14 | 16 | 20 | 24;
  readonly className?: string;
  readonly color?: string;
}

/** An icon as decoration: its meaning stands in the text or label beside it, so screen readers pass over it. */
export function Icon({ of: Shape, size = 14, className, color }: IconProps) {
  const style: CSSProperties = { fontSize: size, lineHeight: 0, flex: 'none', ...(color ? { color } : {}) };
  // biome-ignore lint/a11y/useValidAriaRole: undefined takes the icon's own role away
  return <Shape aria-hidden role={undefined} aria-label={undefined} className={className} style={style} />;
}
