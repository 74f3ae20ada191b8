export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Reads `#abc`, `#aabbcc` and `rgb(…)`/`rgba(…)`; undefined for anything else. */
export function parseColor(text: string): Rgb | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short) return toRgb(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)));
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (long) return toRgb(long.slice(1).map((pair) => Number.parseInt(pair, 16)));
  const call = /^rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)/i.exec(text);
  return call ? toRgb(call.slice(1).map(Number)) : undefined;
}

const toRgb = (parts: readonly number[]): Rgb => ({ r: parts[0]!, g: parts[1]!, b: parts[2]! });

/** The same colour, see-through; a colour that cannot be read stays as it is. */
export function withAlpha(color: string, alpha: number): string {
  const rgb = parseColor(color);
  return rgb ? `rgba(${rgb.r},${rgb.g},${rgb.b},${alpha})` : color;
}

/** A point between two colours, 0 the first, 1 the second. */
export function mixColors(from: string, to: string, share: number): string {
  const a = parseColor(from);
  const b = parseColor(to);
  if (!a || !b) return from;
  const at = (x: number, y: number) => Math.round(x + (y - x) * share);
  return `rgb(${at(a.r, b.r)},${at(a.g, b.g)},${at(a.b, b.b)})`;
}

/** A neighbour of a colour: the same brightness, its hue turned by some degrees. */
export function turnHue(color: string, degrees: number): string {
  const rgb = parseColor(color);
  if (!rgb) return color;
  const angle = (degrees * Math.PI) / 180;
  const along = (1 - Math.cos(angle)) / 3;
  const across = Math.sin(angle) / Math.sqrt(3);
  const turn = (own: number, next: number, last: number) =>
    Math.round(
      Math.min(255, Math.max(0, own * (Math.cos(angle) + along) + next * (along - across) + last * (along + across))),
    );
  const { r, g, b } = rgb;
  return `rgb(${turn(r, g, b)},${turn(g, b, r)},${turn(b, r, g)})`;
}

/** Above this luminance (0 to 255) a ground takes dark text. */
export const textLuminanceCut = 186;

/** Near-black or white, whichever reads on the given ground. */
export function textColorOn(ground: string, dark = '#151a22', light = '#ffffff'): string {
  const rgb = parseColor(ground);
  if (!rgb) return dark;
  return luminanceOf(rgb) > textLuminanceCut ? dark : light;
}

/** What small letters need against their ground (WCAG AA). */
export const leastContrast = 4.5;

/** `textColorOn`, or the other of the two where that is too faint for small letters and the other is not as faint. */
export function legibleTextOn(ground: string, dark = '#151a22', light = '#ffffff'): string {
  const usual = textColorOn(ground, dark, light);
  const other = usual === dark ? light : dark;
  const contrast = contrastOf(usual, ground);
  return contrast >= leastContrast || contrast >= contrastOf(other, ground) ? usual : other;
}

/** How far two colours are from each other (WCAG): 1 for the same, 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(relativeLuminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** As WCAG defines it, of light and not of the figures that stand for it. */
function relativeLuminance(color: string): number {
  const { r, g, b } = parseColor(color) ?? { r: 255, g: 255, b: 255 };
  const [red = 0, green = 0, blue = 0] = [r, g, b].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const luminanceOf = ({ r, g, b }: Rgb) => r * 0.299 + g * 0.587 + b * 0.114;
