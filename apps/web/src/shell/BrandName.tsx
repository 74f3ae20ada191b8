import { useBrand } from '../theming/index.ts';
import { BrandMark } from './BrandMark.tsx';

/** Logo and name of the theme that the page is shown in, or the product's own. */
export function BrandName({ size = 20 }: { readonly size?: number }) {
  const brand = useBrand();
  const name = brand?.name ?? (brand?.logo ? null : 'Powerset');
  return (
    <>
      {brand?.logo ? (
        <img
          src={brand.logo}
          // Beside its name a logo says nothing more.
          alt={name === null ? (brand.logoText ?? 'Powerset') : ''}
          style={{ height: Math.max(brand.logoHeight ?? 0, size), maxWidth: 160, objectFit: 'contain' }}
        />
      ) : (
        <BrandMark size={size} />
      )}
      {name}
    </>
  );
}
