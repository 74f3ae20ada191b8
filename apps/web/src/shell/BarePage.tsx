import { cardSurface, classNames } from '@powerset/ui';
import type { ReactNode } from 'react';
import { BrandMark } from './BrandMark.tsx';

/** The page of somebody who is not signed in yet: the product's name above one card. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className="bare">
      <div className="bare__brand">
        <BrandMark size={28} />
        Powerset
      </div>
      <div className={classNames(cardSurface, 'bare__card')}>{children}</div>
    </div>
  );
}
