export interface ChartFolder {
  readonly folder: string;
  readonly key: string;
  /** Its code comes when a page uses it. */
  readonly isLater: boolean;
}

export const chartSource: string;
export function listChartFolders(): readonly ChartFolder[];
