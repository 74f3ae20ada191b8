import { useEffect } from 'react';
import { useBrand } from '../theming/index.ts';

/** Names the page in the browser's tab. */
export function usePageTitle(title: string): void {
  const product = useBrand()?.name ?? 'Powerset';
  useEffect(() => {
    document.title = title ? `${title} - ${product}` : product;
  }, [title, product]);
}
