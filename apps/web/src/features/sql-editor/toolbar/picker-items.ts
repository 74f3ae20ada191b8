import type { MenuEntry } from '@powerset/ui';
import { errorText } from '../../../api/index.ts';

interface PickerQuery {
  readonly data?: readonly string[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface PickerChoice {
  readonly shown: string;
  readonly onChoose: (name: string) => void;
}

/** Longer names are cut by a menu, and two might differ in their ends alone. */
const longestInMenu = 40;

/** Names to choose one of; where they could not be had, why, and the way to try it again. */
export function toPickerItems(
  { data = [], error, refetch }: PickerQuery,
  { shown, onChoose }: PickerChoice,
  t: (text: string) => string,
): readonly MenuEntry[] {
  if (error && data.length === 0)
    return [
      { kind: 'heading', key: 'problem', label: errorText(error) },
      { key: 'again', label: t('Try again'), onSelect: () => void refetch() },
    ];
  return data.map((name) => ({
    key: name,
    label: name,
    isChecked: name === shown,
    ...(name.length > longestInMenu ? { tooltip: name } : {}),
    onSelect: () => onChoose(name),
  }));
}
