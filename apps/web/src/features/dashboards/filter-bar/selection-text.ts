import { msg, type t as translate } from '../../../i18n/index.ts';
import { type DataMask, describeCrossMask, narrowingOf } from '../filters/index.ts';

const words = { only: msg('only {{value}}'), not: msg('without {{value}}') };

/** What was chosen in a chart, kept alone or left out, in words. */
export function selectionText(mask: DataMask, t: typeof translate): string {
  const { value } = describeCrossMask(mask);
  const kind = narrowingOf(mask.id);
  return kind ? t(words[kind], { value }) : value;
}
