import { chartNames } from '@powerset/charts/names';

/** The name of a chart type in the interface's language, or its key in words. */
export function chartTypeName(vizType: string, t: (text: string) => string): string {
  const name = Object.hasOwn(chartNames, vizType) ? chartNames[vizType] : undefined;
  if (name !== undefined) return t(name);
  return vizType
    .replace(/_v\d+$/, '')
    .replaceAll('_', ' ')
    .replace(/^./, (letter) => letter.toUpperCase());
}
