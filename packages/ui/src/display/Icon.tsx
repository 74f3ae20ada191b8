import type { AbstractNode, IconDefinition } from '@ant-design/icons-svg/es/types';
import { type CSSProperties, createElement, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** Any shape of `@ant-design/icons-svg`. */
export type IconType = IconDefinition;

export interface IconProps {
  readonly of: IconType;
  /** 16 in bars, 14 in buttons and rows, 12 in chips, 10 for carets. */
  readonly size?: 8 | 10 | 12 | 14 | 16 | 20 | 24;
  readonly className?: string;
  readonly color?: string;
}

/** Those that point along a line: where lines run from right to left they point the other way. */
const alongLine = new Set(['left', 'right', 'arrow-right', 'arrow-left', 'menu-fold', 'menu-unfold', 'caret-right']);

/** An icon as decoration: its meaning stands in the text or label beside it, so screen readers pass over it. */
export function Icon({ of: shape, size = 14, className, color }: IconProps) {
  const style: CSSProperties = { fontSize: size, ...(color ? { color } : {}) };
  const { icon, name } = shape;
  if (typeof icon === 'function') return null;
  return (
    // Its names are the reference's: styles that people wrote for dashboards know them.
    <span
      aria-hidden
      className={classNames('anticon', `anticon-${name}`, alongLine.has(name) && 'along-line', className)}
      style={style}
    >
      <svg {...propsOf(icon)} data-icon={name} width="1em" height="1em" fill="currentColor" aria-hidden>
        {icon.children?.map(drawPart)}
      </svg>
    </span>
  );
}

function drawPart(part: AbstractNode, index: number): ReactNode {
  return createElement(part.tag, { key: index, ...propsOf(part) }, part.children?.map(drawPart));
}

/** Attributes as React names them: `fill-rule` is `fillRule`. */
function propsOf({ attrs }: AbstractNode): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(attrs).map(([name, value]) => [name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()), value]),
  );
}
