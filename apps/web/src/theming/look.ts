import { layThemes, type ThemeBrand, type ThemeFont, type ThemeLook, variablesOfLooks } from '@powerset/chart-kit';
import type { Bootstrap } from '@powerset/contract';
import type { ThemeName } from '@powerset/ui';

export interface DrawnLook {
  /** The theme whose own values stand where the look names none. */
  readonly theme: ThemeName;
  readonly css: string;
  readonly brand: ThemeBrand;
}

interface Worn {
  readonly system: Bootstrap['theme'];
  /** Those over the product's own, the last on top. */
  readonly worn: readonly unknown[];
  /** Which the person has chosen. */
  readonly theme: ThemeName;
}

export type LookMaker = (worn: Worn) => DrawnLook;

/** The style sheet of what is worn, with name and logo. */
export const makeLook: LookMaker = ({ system, worn, theme }) => {
  const product = { light: system?.default, dark: system?.dark };
  const { ground, looks } = layThemes({ product, worn, asked: theme });
  return { theme: ground, css: toSheet(looks), brand: mergeBrands(looks) };
};

function toSheet(looks: readonly ThemeLook[]): string {
  const variables = Object.entries(variablesOfLooks(looks));
  const fonts = looks.flatMap((look) => look.fonts).map(toFontFace);
  // Over the themes' own rules, one of which names an attribute.
  const rule =
    variables.length > 0 ? [`:root:root:root{${variables.map(([name, value]) => `${name}:${value}`).join(';')}}`] : [];
  return [...fonts, ...rule].join('\n');
}

function toFontFace({ family, url, weight, style }: ThemeFont): string {
  return `@font-face{font-family:"${family}";src:url("${url}");font-weight:${weight};font-style:${style};font-display:swap}`;
}

const noBrand: ThemeBrand = { name: null, logo: null, logoText: null, link: null, logoHeight: null };

/** The upper one's name and logo; what it does not say, the lower one does. */
function mergeBrands(looks: readonly ThemeLook[]): ThemeBrand {
  return looks.reduce<ThemeBrand>(
    (below, { brand }) => ({
      name: brand.name ?? below.name,
      logo: brand.logo ?? below.logo,
      logoText: brand.logoText ?? below.logoText,
      link: brand.link ?? below.link,
      logoHeight: brand.logo ? brand.logoHeight : (brand.logoHeight ?? below.logoHeight),
    }),
    noBrand,
  );
}
