import { raw } from 'hast-util-raw';
import { useMemo } from 'react';
import { toSafeElements } from './safe-elements.tsx';

/** A text of the data drawn as the HTML that it is, made anew of allowed elements: nothing in it can run. */
export function HtmlCell({ text }: { readonly text: string }) {
  const drawn = useMemo(() => toSafeElements(raw({ type: 'root', children: [{ type: 'raw', value: text }] })), [text]);
  return <span data-test="html-cell">{drawn}</span>;
}
