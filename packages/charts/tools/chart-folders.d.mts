export interface ChartFolder {
  readonly folder: string;
  readonly key: string;
}

export const chartSource: string;
export function listChartFolders(): readonly ChartFolder[];
