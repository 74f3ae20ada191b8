import { contrastOf, leastContrast, legibleTextOn, mixColors, parseColor, withAlpha } from './color-math.ts';

/** The colours on which a look is worked out where its theme names none: those of the product's own tokens. */
export const themeGrounds = {
  light: { card: '#ffffff', text: '#151a22' },
  dark: { card: '#151a21', text: '#e7ebf1' },
} as const;

export type ThemeGround = keyof typeof themeGrounds;

/** Name and logo of whom a theme stands for. */
export interface ThemeBrand {
  readonly name: string | null;
  /** Of a picture: an own address, one of another site, or the picture itself. */
  readonly logo: string | null;
  readonly logoText: string | null;
  /** Where the logo leads; null for the first page. */
  readonly link: string | null;
  /** In pixels. */
  readonly logoHeight: number | null;
}

export interface ThemeFont {
  readonly family: string;
  readonly url: string;
  /** One weight or a range of them, as CSS says it. */
  readonly weight: string;
  readonly style: 'normal' | 'italic';
}

/** What a theme comes to. */
export interface ThemeLook {
  /** Values of the product's tokens, by their names as CSS variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly brand: ThemeBrand;
  readonly fonts: readonly ThemeFont[];
}

/** Whether a theme is a dark or a light one by its `algorithm`; undefined where it does not say. */
export function themeGroundOf(document: unknown): ThemeGround | undefined {
  const algorithm: unknown = isRecord(document) ? document.algorithm : undefined;
  const names = (Array.isArray(algorithm) ? algorithm : [algorithm]).map(String);
  if (names.includes('dark')) return 'dark';
  return names.includes('default') || names.includes('light') ? 'light' : undefined;
}

/**
 * Reads a theme as the reference writes it (`token`, and the colours of `echartsOptionsOverrides`). What it does not name is
 * worked out of what it does, so that letters stay legible; a name that the product has nothing for says nothing, and a value
 * that is more than a colour, a font or a size is passed over.
 */
export function readThemeLook(document: unknown, ground: ThemeGround): ThemeLook {
  const read = readerOf(document);
  const base = themeGrounds[ground];
  const card = read.color('colorBgContainer') ?? read.color('colorBgBase') ?? base.card;
  const text = read.color('colorText') ?? read.color('colorTextBase') ?? base.text;
  const place = { card, text, isDark: ground === 'dark' };
  const variables = {
    ...surfaces(read, place),
    ...letters(read, place),
    ...lines(read, place),
    ...accents(read, place),
    ...meanings(read, place),
    ...shapes(read),
    ...dataColors(document, place),
  };
  const known = Object.entries(variables).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { variables: Object.fromEntries(known), brand: brandOf(read), fonts: fontsOf(document) };
}

export interface LaidThemes {
  /** The theme of the product whose own values stand where the looks name none. */
  readonly ground: ThemeGround;
  /** From the lowest to the uppermost. */
  readonly looks: readonly ThemeLook[];
}

interface ThemesToLay {
  /** Of the product; null or undefined where it has its own look. */
  readonly product: Readonly<Record<ThemeGround, unknown>>;
  /** Those over it, the last on top. */
  readonly worn: readonly unknown[];
  /** Which of the product's looks its reader has chosen. */
  readonly asked: ThemeGround;
}

/** Lays themes over each other: the uppermost that says so decides whether it is dark, and on which look of the product it lies. */
export function layThemes({ product, worn, asked }: ThemesToLay): LaidThemes {
  const wanted = worn.map(themeGroundOf).findLast((one) => one !== undefined);
  const side = wanted ?? asked;
  const ground = wanted ?? themeGroundOf(product[side]) ?? asked;
  // Of the look that was chosen at least name, logo and fonts; its colours would put dark letters on dark.
  const others = side === asked ? [] : [withoutColors(readThemeLook(product[asked], ground))];
  const own = readThemeLook(product[side], ground);
  const isMadeForIt = (themeGroundOf(product[side]) ?? side) === ground || wanted === undefined;
  const over = worn.map((document) => readThemeLook(document, ground));
  return { ground, looks: [...others, isMadeForIt ? own : withoutColors(own), ...over] };
}

const withoutColors = (look: ThemeLook): ThemeLook => ({ ...look, variables: {} });

/** The values of all looks, the upper ones over the lower. */
export function variablesOfLooks(looks: readonly ThemeLook[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...looks.map(({ variables }) => variables));
}

interface Reader {
  /** A colour in whatever form CSS knows. */
  readonly color: (name: string) => string | undefined;
  readonly text: (name: string) => string | undefined;
  readonly number: (name: string) => number | undefined;
}

interface Place {
  readonly card: string;
  readonly text: string;
  readonly isDark: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Neither ends a declaration nor loads anything. */
const plain = /^[#\w\s.,%()'"/-]{1,200}$/;
const isPlain = (text: string) => plain.test(text) && !/url|expression|image|\/\*/i.test(text);

function readerOf(document: unknown): Reader {
  const given: unknown = isRecord(document) ? document.token : undefined;
  const readToken = (name: string) => (isRecord(given) && Object.hasOwn(given, name) ? given[name] : undefined);
  const textOf = (name: string) => {
    const value = readToken(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  const plainOf = (name: string) => {
    const value = textOf(name);
    return value !== undefined && isPlain(value) ? value : undefined;
  };
  return {
    color: plainOf,
    text: textOf,
    number: (name) => {
      const value = Number.parseFloat(String(readToken(name)));
      return Number.isFinite(value) && value >= 0 ? value : undefined;
    },
  };
}

function surfaces(read: Reader, { card, text, isDark }: Place): Variables {
  const base = read.color('colorBgBase');
  const own = base ?? read.color('colorBgContainer');
  const layout = read.color('colorBgLayout');
  const toText = (share: number) => (own === undefined ? undefined : mixColors(card, text, share));
  const raised = isDark ? toText(0.04) : own && card;
  return {
    '--card': own && card,
    '--raised': read.color('colorBgElevated') ?? raised,
    '--ground': layout ?? (isDark ? own && mixColors(card, '#000000', 0.3) : toText(0.04)),
    '--sunken': layout ?? (isDark ? own && mixColors(card, '#000000', 0.42) : toText(0.06)),
    '--hover': toText(0.06),
    '--fill': toText(0.07),
  };
}

function letters(read: Reader, { card, text }: Place): Variables {
  const isGiven = read.color('colorTextBase') ?? read.color('colorText') ?? read.color('colorBgBase');
  const fainter = (share: number) => isGiven && mixColors(text, card, share);
  const third = read.color('colorTextTertiary') ?? fainter(0.36);
  return {
    '--text': isGiven && text,
    '--text-2': read.color('colorTextSecondary') ?? fainter(0.22),
    '--text-3': third,
    '--text-disabled': read.color('colorTextDisabled') ?? fainter(0.6),
    '--chart-label': third,
    '--chart-note': third,
    '--syn-name': isGiven && text,
    '--syn-comment': third,
  };
}

function lines(read: Reader, { card, text }: Place): Variables {
  const border = read.color('colorBorder') ?? (read.color('colorBgBase') && mixColors(card, text, 0.13));
  const subtle = read.color('colorBorderSecondary') ?? (border && mixColors(card, border, 0.6));
  const strong = border && mixColors(border, text, 0.12);
  return {
    '--border': border,
    '--border-subtle': subtle,
    '--border-strong': strong,
    '--chart-grid': subtle,
    '--chart-axis': strong,
  };
}

function accents(read: Reader, { card, text, isDark }: Place): Variables {
  const accent = read.color('colorPrimary');
  const link = read.color('colorPrimaryText') ?? read.color('colorLink');
  return {
    '--accent-text': link ?? (accent && legible(accent, { card, text })),
    '--syn-keyword': link ?? (accent && legible(accent, { card, text })),
    ...(accent === undefined
      ? { '--accent-hover': read.color('colorPrimaryHover'), '--accent-active': read.color('colorPrimaryActive') }
      : {
          '--accent': accent,
          '--on-accent': lettersOn(accent),
          '--accent-hover': read.color('colorPrimaryHover') ?? mixColors(accent, isDark ? '#ffffff' : '#000000', 0.12),
          '--accent-active': read.color('colorPrimaryActive') ?? mixColors(accent, '#000000', 0.24),
          '--accent-subtle': read.color('colorPrimaryBg') ?? mixColors(card, accent, isDark ? 0.2 : 0.1),
          '--accent-border': read.color('colorPrimaryBorder') ?? mixColors(card, accent, isDark ? 0.5 : 0.35),
          '--selected': mixColors(card, accent, isDark ? 0.22 : 0.11),
          '--focus': withAlpha(accent, isDark ? 0.4 : 0.28),
        }),
  };
}

/** Where neither the product's own letters can be read, black ones can. */
function lettersOn(accent: string): string {
  const usual = legibleTextOn(accent);
  return contrastOf(usual, accent) >= leastContrast ? usual : legibleTextOn(accent, '#000000');
}

const named = [
  ['success', 'colorSuccess'],
  ['warning', 'colorWarning'],
  ['danger', 'colorError'],
  ['info', 'colorInfo'],
] as const;

function meanings(read: Reader, { card, text, isDark }: Place): Variables {
  const each = named.flatMap(([name, token]): (readonly [string, string | undefined])[] => {
    const color = read.color(token);
    if (color === undefined) return [];
    return [
      [`--${name}`, legible(color, { card, text })],
      [`--${name}-subtle`, mixColors(card, color, isDark ? 0.2 : 0.11)],
      ...(name === 'warning' ? [['--warning-mark', color] as const] : []),
    ];
  });
  return Object.fromEntries(each);
}

function shapes(read: Reader): Variables {
  const radius = read.number('borderRadius');
  const px = (value: number) => `${Math.min(24, Math.round(value * 10) / 10)}px`;
  const weight = read.number('fontWeightStrong');
  return {
    '--font': read.color('fontFamily'),
    '--mono': read.color('fontFamilyCode'),
    '--w-strong': weight !== undefined && weight >= 100 && weight <= 900 ? String(weight) : undefined,
    '--r-control': radius === undefined ? undefined : px(radius),
    '--r-small': radius === undefined ? undefined : px(read.number('borderRadiusSM') ?? (radius * 2) / 3),
    '--r-card': radius === undefined ? undefined : px(read.number('borderRadiusLG') ?? (radius * 4) / 3),
  };
}

const paletteLength = 10;

/** The colours that charts give to names, in their order. */
function dataColors(document: unknown, { card, isDark }: Place): Variables {
  const options = isRecord(document) ? document.echartsOptionsOverrides : undefined;
  const given: unknown = isRecord(options) ? options.color : undefined;
  if (!Array.isArray(given)) return {};
  const colors = given.filter((color): color is string => typeof color === 'string' && parseColor(color) !== undefined);
  const [first] = colors;
  return {
    ...Object.fromEntries(colors.slice(0, paletteLength).map((color, index) => [`--data-${index + 1}`, color])),
    '--cell-bar': first === undefined ? undefined : mixColors(card, first, isDark ? 0.35 : 0.25),
  };
}

/** The colour, nearer to that of the text until small letters of it can be read on the card. */
function legible(color: string, { card, text }: Pick<Place, 'card' | 'text'>): string {
  if (!parseColor(color) || !parseColor(card)) return color;
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((share) => mixColors(color, text, share));
  const found = steps.find((one) => contrastOf(one, card) >= leastContrast);
  return found === steps[0] ? color : (found ?? text);
}

const ownFile = /^\/(?!\/)[\w./-]{1,200}$/;

function brandOf(read: Reader): ThemeBrand {
  const logo = read.text('brandLogoUrl');
  const link = read.text('brandLogoHref');
  const isPicture = logo !== undefined && (ownFile.test(logo) || /^(https:\/\/|data:image\/)[^\s"'\\]+$/i.test(logo));
  const height = read.number('brandLogoHeight');
  return {
    name: read.text('brandAppName')?.slice(0, 100) ?? null,
    logo: isPicture ? logo : null,
    logoText: read.text('brandLogoAlt')?.slice(0, 100) ?? null,
    link: link !== undefined && /^(\/(?!\/)|https?:\/\/)\S*$/i.test(link) ? link : null,
    logoHeight: height === undefined ? null : Math.min(32, Math.max(12, height)),
  };
}

const maxFonts = 12;

/** Powerset's own `fontFaces`: files that were uploaded, or fonts written into the theme. */
function fontsOf(document: unknown): readonly ThemeFont[] {
  const token: unknown = isRecord(document) ? document.token : undefined;
  const given: unknown = isRecord(token) ? token.fontFaces : undefined;
  if (!Array.isArray(given)) return [];
  return given.slice(0, maxFonts).flatMap((face: unknown): readonly ThemeFont[] => {
    if (!isRecord(face)) return [];
    const { family, url, weight, style } = face;
    if (typeof family !== 'string' || !/^[\w .-]{1,80}$/.test(family) || typeof url !== 'string') return [];
    if (!ownFile.test(url) && !/^data:(font|application)\/[\w.+-]+;base64,[A-Za-z0-9+/=]+$/.test(url)) return [];
    const weights = /^\d{3}( \d{3})?$/.test(String(weight)) ? String(weight) : '100 900';
    return [{ family, url, weight: weights, style: style === 'italic' ? 'italic' : 'normal' }];
  });
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
