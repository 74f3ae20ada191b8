const mostPixels = 4000;
const frame =
  'overflow:hidden;vertical-align:middle;white-space:nowrap;font-size:10px;border:1px solid var(--border);border-radius:4px;color:var(--text-3)';

/** What an image shows, without asking for it again; where a page may not read it, a frame with its words. */
export function stillImage(image: HTMLImageElement): HTMLElement {
  const place = image.getBoundingClientRect();
  const { width, height } = place;
  const pixels = pixelsOf(image, place);
  const still = document.createElement(pixels ? 'img' : 'span');
  still.className = image.className;
  still.style.cssText = `${image.style.cssText};display:inline-block;box-sizing:border-box;width:${width}px;height:${height}px`;
  if (still instanceof HTMLImageElement) still.src = pixels ?? '';
  else {
    still.style.cssText += `;line-height:${height - 2}px;text-align:center;${frame}`;
    still.textContent = image.alt;
  }
  return still;
}

/** Undefined for images that are not there yet, and for those of other servers. */
function pixelsOf(image: HTMLImageElement, { width, height }: DOMRect): string | undefined {
  if (!image.complete || image.naturalWidth === 0) return undefined;
  const canvas = document.createElement('canvas');
  canvas.width = pixelsFor(width);
  canvas.height = pixelsFor(height);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  try {
    return canvas.toDataURL();
  } catch {
    return undefined;
  }
}

const pixelsFor = (size: number) => Math.max(1, Math.min(mostPixels, Math.round(2 * size)));
