/** How pictures of a drawn chart are made. */
export interface PictureMakers {
  /** A PNG data URL. */
  readonly png: () => string;
  /** The text of an SVG document. */
  readonly svg: () => Promise<string>;
}

const pictures = new WeakMap<Element, PictureMakers>();

/** Remembers how the pictures of a drawn chart are made. */
export function keepPicture(host: Element, makers: PictureMakers): void {
  pictures.set(host, makers);
}

export function forgetPicture(host: Element): void {
  pictures.delete(host);
}

function findMakers(element: Element): PictureMakers | undefined {
  const hosts = [element, ...element.querySelectorAll('[role="img"]')];
  const host = hosts.find((candidate) => pictures.has(candidate));
  return host ? pictures.get(host) : undefined;
}

/** The picture (PNG data URL) of the chart in or under an element; undefined for charts that are no pictures, such as tables. */
export function chartPictureOf(element: Element): string | undefined {
  return findMakers(element)?.png();
}

/** The same picture as an SVG document. */
export async function chartSvgOf(element: Element): Promise<string | undefined> {
  return findMakers(element)?.svg();
}
