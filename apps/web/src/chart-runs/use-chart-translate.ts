import { useMemo } from 'react';
import { useT, withAnyValues } from '../i18n/index.ts';

/** The catalogue's function for charts, whose values may be anything that has a text; the same as long as the language stays. */
export function useChartTranslate() {
  const t = useT();
  return useMemo(() => withAnyValues(t), [t]);
}
