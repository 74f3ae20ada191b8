import { plainWhole } from './numbers.ts';
import { useLanguage } from './use-t.ts';

/** Reads what is typed where whole numbers are asked for: `10.000` in German is ten thousand. */
export function useWhole(): (text: string) => string {
  const language = useLanguage();
  return (text) => plainWhole(text, language);
}
