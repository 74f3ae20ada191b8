import { useMemo } from 'react';
import { toSafeElements } from '../shared/safe-elements.tsx';
import { toTree, writtenSchema } from './written-page.ts';

/** What a template wrote, made anew of allowed elements: nothing in it can run. */
export function WrittenPage({ text }: { readonly text: string }) {
  return useMemo(() => toSafeElements(toTree(text), writtenSchema), [text]);
}
