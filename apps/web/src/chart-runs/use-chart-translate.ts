import { useCallback } from 'react';
import { useT } from '../i18n/index.ts';

/** The catalogue's function for charts, whose values may be anything that has a text; the same as long as the language stays. */
export function useChartTranslate() {
  const t = useT();
  return useCallback(
    (text: string, values: Readonly<Record<string, unknown>> = {}) =>
      t(
        text,
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
        ),
      ),
    [t],
  );
}
