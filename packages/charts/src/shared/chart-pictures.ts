/** A chart that draws its own picture. */
export interface DrawnPicture {
  readonly kind: 'drawn';
  /** A PNG data URL. */
  readonly png: () => string;
  /** The text of an SVG document. */
  readonly svg: () => Promise<string>;
}

/** A chart of words and cells: its picture is how it looks. */
export interface WordsPicture {
  readonly kind: 'words';
  /** Calls `look` while the rows that are out of sight are there too. Nobody sees them: it is over before the next frame. */
  readonly whole: <T>(look: () => T) => T;
}

export type ChartPicture = DrawnPicture | WordsPicture;

export interface HostedPicture {
  readonly host: HTMLElement;
  readonly picture: ChartPicture;
}

/** Pictures longer than this would be read by nobody, and larger than browsers draw. */
export const maxPictureRows = 250;

const pictures = new Map<HTMLElement, ChartPicture>();

/** Remembers how the picture of a chart on the page is made. */
export function keepPicture(host: HTMLElement, picture: ChartPicture): void {
  pictures.set(host, picture);
}

export function forgetPicture(host: HTMLElement): void {
  pictures.delete(host);
}

/** The charts in an element, with how their pictures are made. */
export function chartPicturesIn(element: Element): readonly HostedPicture[] {
  return [...pictures].filter(([host]) => element.contains(host)).map(([host, picture]) => ({ host, picture }));
}
