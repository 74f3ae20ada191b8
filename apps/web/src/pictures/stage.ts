import { chartPicturesIn } from '@powerset/charts/views';
import { t } from '../i18n/index.ts';
import { type Columns, dropOffscreenCells, edgeOfWhole } from './offscreen-cells.ts';
import { stillImage } from './still-image.ts';

export interface StageRequest {
  readonly element: HTMLElement;
  /** What scrolls is laid out whole, instead of as far as it is in sight. */
  readonly isWhole: boolean;
  /** Stands above the element. */
  readonly head?: HTMLElement;
}

/** A copy of an element in which nothing changes any more, laid out on the page but out of sight. */
export interface Stage {
  readonly element: HTMLElement;
  readonly background: string;
  /** Charts that draw themselves, with their place on the stage. */
  readonly charts: readonly { readonly host: HTMLElement; readonly png: () => string }[];
  /** Where the element's parts begin, from the top of the stage. */
  readonly partTops: readonly number[];
  readonly remove: () => void;
}

const paddingPx = 16;

/** Sets an element's copy up beside it, so that every rule of the page's styles finds it where it finds the element. */
export function setStage({ element, isWhole, head }: StageRequest): Stage {
  const originals: readonly Element[] = [element, ...element.querySelectorAll('*')];
  // In a document that is not shown: a copied image would be fetched at once in one that is.
  const copy = document.implementation.createHTMLDocument().importNode(element, true);
  const copies = [copy, ...copy.querySelectorAll<HTMLElement>('*')];
  const copyOf = new Map(originals.map((original, index) => [original, copies[index] ?? copy]));
  const columns = dropFarColumns(element, copyOf, isWhole);
  for (const [original, still] of copyOf) if (copy.contains(still)) settle(original, still, isWhole);
  copy.style.cssText += sizeOf(element, isWhole);
  if (isWhole && columns) copy.style.width = 'max-content';
  const stage = document.createElement('div');
  const background = groundOf(element);
  stage.style.cssText = `width:fit-content;padding:${paddingPx}px;background:${background}`;
  stage.append(...(head ? [head] : []), copy, ...(isWhole && columns ? [columnsNote(columns)] : []));
  for (const unwanted of copy.querySelectorAll('[data-not-drawn]')) unwanted.remove();
  const place = document.createElement('div');
  place.inert = true;
  place.ariaHidden = 'true';
  place.style.cssText = 'position:fixed;top:0;left:-100000px';
  place.append(stage);
  (element.parentElement ?? document.body).append(place);
  const top = stage.getBoundingClientRect().top;
  return {
    element: stage,
    background,
    charts: chartPicturesIn(element).flatMap(({ host, picture }) => {
      const still = copyOf.get(host);
      return still && picture.kind === 'drawn' ? [{ host: still, png: picture.png }] : [];
    }),
    partTops: [...copy.children].map((part) => part.getBoundingClientRect().top - top),
    remove: () => place.remove(),
  };
}

/** Of the tables in an element, the last that has more columns than the picture. */
function dropFarColumns(element: HTMLElement, copyOf: ReadonlyMap<Element, HTMLElement>, isWhole: boolean) {
  let columns: Columns | null = null;
  for (const table of element.querySelectorAll('table')) {
    const edge = isWhole ? edgeOfWhole(table) : windowOf(table, element).getBoundingClientRect().right;
    columns = dropOffscreenCells(table, copyOf, edge) ?? columns;
  }
  return columns;
}

function columnsNote({ shown, total }: Columns): HTMLElement {
  const note = document.createElement('div');
  note.style.cssText = 'margin-top:8px;font-size:12px;line-height:16px;color:var(--text-3)';
  note.textContent = t('Columns 1 – {{shown}} of {{total}}', { shown, total });
  return note;
}

/** What a part scrolls in. */
function windowOf(part: Element, outermost: Element): Element {
  let place = part;
  while (place !== outermost && place.parentElement && !isScroller(place)) place = place.parentElement;
  return place;
}

/** Gives a copy what copying leaves behind: what was scrolled, typed and shown. */
function settle(original: Element, copy: HTMLElement, isWhole: boolean): void {
  if (original instanceof HTMLImageElement) copy.replaceWith(stillImage(original));
  // Charts are drawn onto the picture, as sharp as it is.
  else if (original instanceof HTMLCanvasElement) copy.remove();
  else if (original instanceof HTMLInputElement) copy.setAttribute('value', original.value);
  else if (isScroller(original) && !isWhole) keepScrolled(original, copy);
  else if (isWhole) unfold(original, copy);
}

/** Shows the part that was in sight. What sticks to the edges does so here too. */
function keepScrolled(original: Element, copy: HTMLElement): void {
  copy.style.overflow = 'hidden';
  for (const [index, child] of [...copy.children].entries()) {
    if (!(child instanceof HTMLElement)) continue;
    if (index === 0 && original.scrollTop > 0) child.style.marginTop = `${-original.scrollTop}px`;
    if (original.scrollLeft !== 0) child.style.marginLeft = `${-original.scrollLeft}px`;
  }
}

function unfold(original: Element, copy: HTMLElement): void {
  if (isScroller(original)) Object.assign(copy.style, { overflow: 'visible', height: 'auto', flex: 'none' });
  // Without a window to stick to, heads and totals stand where they belong.
  if (getComputedStyle(original).position === 'sticky')
    Object.assign(copy.style, { position: 'relative', inset: 'auto' });
}

function isScroller(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll');
}

/** The room that is needed: columns are as wide as on the page, also those out of sight. */
function sizeOf(element: HTMLElement, isWhole: boolean): string {
  const { width, height } = element.getBoundingClientRect();
  const scrollers = isWhole ? [element, ...element.querySelectorAll('*')].filter(isScroller) : [];
  const beyond = scrollers.map((scroller) => scroller.scrollWidth - (scroller as HTMLElement).offsetWidth);
  const hasOwnHeight = scrollers.length > 0 || !isWhole;
  return `;box-sizing:border-box;width:${width + Math.max(0, ...beyond)}px;height:${hasOwnHeight ? 'auto' : `${height}px`}`;
}

/** The colour on which an element stands. */
function groundOf(element: Element): string {
  for (let place: Element | null = element; place; place = place.parentElement) {
    const { backgroundColor } = getComputedStyle(place);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return 'white';
}
