import type { LayoutNode } from '../layout/index.ts';

export function tabName(tab: LayoutNode | undefined): string {
  return tab?.meta.text || tab?.meta.defaultText || 'Tab title';
}
