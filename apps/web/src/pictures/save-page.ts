import { saveBlob, toFileName } from '../shell/index.ts';
import { drawStage } from './draw-stage.ts';
import { toPdf } from './pdf.ts';
import { setStage } from './stage.ts';
import { toPng } from './to-png.ts';

export type PageFormat = 'png' | 'pdf';

export interface PageRequest {
  readonly element: HTMLElement;
  readonly title: string;
  /** What narrows that which is shown, in words. */
  readonly facts: readonly string[];
  readonly format: PageFormat;
  readonly signal: AbortSignal;
}

/** Saves a part of the page as it is seen, all of its height, under its title. */
export async function savePage({ element, title, facts, format, signal }: PageRequest): Promise<void> {
  const drawing = await drawStage(setStage({ element, isWhole: false, head: headOf(title, facts) }), signal);
  const file = await (format === 'pdf' ? toPdf(drawing, title) : toPng(drawing));
  signal.throwIfAborted();
  saveBlob(file, `${toFileName(title, 'dashboard')}.${format}`);
}

function headOf(title: string, facts: readonly string[]): HTMLElement {
  const head = document.createElement('header');
  // As wide as what it stands on, and not what makes it wide.
  head.style.cssText = 'padding:0 12px 4px;width:0;min-width:100%;box-sizing:border-box;overflow-wrap:anywhere';
  head.append(line(title, 'font-size:20px;line-height:28px;font-weight:600;color:var(--text)'));
  if (facts.length > 0)
    head.append(line(facts.join(' · '), 'font-size:12px;line-height:16px;margin-top:4px;color:var(--text-2)'));
  return head;
}

function line(text: string, style: string): HTMLElement {
  const element = document.createElement('div');
  element.dir = 'auto';
  element.style.cssText = style;
  element.textContent = text;
  return element;
}
