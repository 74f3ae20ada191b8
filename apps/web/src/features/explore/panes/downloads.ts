import { chartTypes } from '@powerset/charts/types';
import { chartDataEndpoints } from '@powerset/contract';
import { type MenuEntry, sayBeside } from '@powerset/ui';
import type { RefObject } from 'react';
import { api, errorText } from '../../../api/index.ts';
import { withOwnState } from '../../../chart-runs/index.ts';
import { loadCode, saveBlob, toFileName } from '../../../shell/index.ts';
import type { Explore } from '../explore-context.tsx';
import { sayWhile } from '../say-while.ts';
import { type ChartRun, toFileRequest } from '../use-chart-run.ts';

export interface DownloadInput {
  readonly explore: Explore;
  readonly run: ChartRun;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly title: string;
  /** Whether this person may take data away. */
  readonly canDownload: boolean;
  readonly t: (text: string, values?: Readonly<Record<string, string | number>>) => string;
}

type DataFormat = 'csv' | 'xlsx' | 'json';

/** The chart's data and picture as files. */
export function downloadItems(input: DownloadInput): readonly MenuEntry[] {
  const { t, run } = input;
  const definition = chartTypes.find(run.drawn?.form.viz_type ?? '');
  const isText = definition?.isText === true;
  const data: readonly MenuEntry[] = [
    { key: 'csv', label: t('Export to .CSV'), onSelect: () => void downloadData(input, 'csv') },
    ...(definition?.toCells && run.drawn?.form.server_pagination !== true
      ? [
          {
            key: 'pivoted',
            label: definition.key === 'pivot_table_v2' ? t('Export to pivoted .CSV') : t('Export as shown to .CSV'),
            onSelect: () => void downloadPivoted(input),
          },
        ]
      : []),
    { key: 'xlsx', label: t('Export to Excel'), onSelect: () => void downloadData(input, 'xlsx') },
    { key: 'json', label: t('Export to .JSON'), onSelect: () => void downloadData(input, 'json') },
    { kind: 'rule', key: 'rule' },
  ];
  return [
    ...(input.canDownload ? data : []),
    { key: 'png', label: t('Download as image'), onSelect: () => void downloadPicture(input) },
    ...(isText ? [] : [{ key: 'svg', label: t('Download as SVG'), onSelect: () => void downloadSvg(input) }]),
  ];
}

async function downloadData({ explore, run, title, t }: DownloadInput, format: DataFormat): Promise<void> {
  // The rows of what is drawn, be the type in the panel another one by now.
  const definition = chartTypes.find(run.drawn?.form.viz_type ?? '');
  if (!run.drawn || !definition) return;
  const say = sayBeside();
  try {
    const { form, ownState } = run.drawn;
    const request = await toFileRequest(explore.dataset, { definition, form, ownState });
    const load = async (signal: AbortSignal) => {
      const body = { ...request, result_format: format };
      return (await api.openEndpoint(chartDataEndpoints.data, { body, signal })).blob();
    };
    const file = await sayWhile(t('The file is being made'), load, say);
    if (file) saveBlob(file, `${toFileName(title)}.${format}`);
  } catch (error) {
    say.danger(t('The data could not be downloaded: {{message}}', { message: errorText(error) }));
  }
}

async function downloadPivoted({ explore: { dataset }, run, title }: DownloadInput): Promise<void> {
  const definition = chartTypes.find(run.drawn?.form.viz_type ?? '');
  const files = await loadCode(() => import('../../../pictures/index.ts'));
  if (!run.drawn || !definition) return;
  const { form, ownState, tables, results } = run.drawn;
  files?.savePivotedCsv(
    definition,
    { form: withOwnState(form, ownState), results: tables, answers: results, verboseNames: dataset.verbose_map },
    title,
  );
}

async function downloadPicture({ frame, title }: DownloadInput): Promise<void> {
  const pictures = await loadCode(() => import('../../../pictures/index.ts'));
  if (frame.current) await pictures?.saveChartPicture(frame.current, title);
}

async function downloadSvg({ frame, title }: DownloadInput): Promise<void> {
  const pictures = await loadCode(() => import('../../../pictures/index.ts'));
  if (frame.current) await pictures?.saveChartSvg(frame.current, title);
}
