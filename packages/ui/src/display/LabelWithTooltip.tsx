import { InfoCircleOutlined } from '@ant-design/icons-svg';
import type { ReactNode } from 'react';
import { Tooltip } from '../floating/Tooltip.tsx';
import { Icon } from './Icon.tsx';
import { textRoles } from './text-roles.ts';

/** A label, and behind a small mark what it means. */
export function LabelWithTooltip({ children, tooltip }: { children: ReactNode; tooltip?: string }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 4 }}>
      {children}
      {tooltip ? (
        <Tooltip text={tooltip}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by the keyboard */}
          <span tabIndex={0} role="img" aria-label={tooltip} className={textRoles.muted}>
            <Icon of={InfoCircleOutlined} size={12} />
          </span>
        </Tooltip>
      ) : null}
    </span>
  );
}
