const pictures = new WeakMap<Element, () => string>();

/** Remembers how the picture of a drawn chart is made. */
export function keepPicture(host: Element, make: () => string): void {
  pictures.set(host, make);
}

export function forgetPicture(host: Element): void {
  pictures.delete(host);
}

/** The picture (PNG data URL) of the chart in or under an element; undefined for charts that are no pictures, such as tables. */
export function chartPictureOf(element: Element): string | undefined {
  const hosts = [element, ...element.querySelectorAll('[role="img"]')];
  const host = hosts.find((candidate) => pictures.has(candidate));
  return host ? pictures.get(host)?.() : undefined;
}
