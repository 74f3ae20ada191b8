import type { CSSProperties } from 'react';

/** How a cell of a column looks that stays at an edge while the others are scrolled. */
export interface PinnedPlace {
  readonly className: string;
  readonly style: CSSProperties;
}
