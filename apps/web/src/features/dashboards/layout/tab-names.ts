import type { LayoutNode } from './nodes.ts';

export function tabName(tab: LayoutNode | undefined): string {
  return tab?.meta.text || tab?.meta.defaultText || 'Tab title';
}
