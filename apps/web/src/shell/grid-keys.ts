import { useT } from '../i18n/index.ts';
import { useListedKeys } from './shortcuts.ts';

/** Lists the keys of a grid of rows, for as long as one is on the page. */
export function useGridKeys({ opensCells }: { readonly opensCells: boolean }): void {
  const t = useT();
  const group = t('Rows');
  useListedKeys({ keys: 'Ctrl C', label: t('Copy the selected cells'), group });
  useListedKeys({ keys: 'Ctrl A', label: t('Select all'), group });
  useListedKeys({ keys: 'Shift Space', label: t('Select row'), group });
  useListedKeys({ keys: 'Ctrl Space', label: t('Select column'), group });
  useListedKeys({ keys: 'Enter', label: t('Read a cell as a whole'), group }, opensCells);
  useListedKeys({ keys: 'Shift F10', label: t('Menu of a cell'), group });
}
