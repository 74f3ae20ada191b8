import { findChartDefinition } from '@powerset/charts/definitions';
import { chartPictureOf, chartSvgOf } from '@powerset/charts/views';
import { type MenuEntry, toasts } from '@powerset/ui';
import type { RefObject } from 'react';
import { api, errorText } from '../../../api/index.ts';
import type { Explore } from '../explore-context.tsx';
import { type ChartRun, toRequest } from '../use-chart-run.ts';

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
  const isText = findChartDefinition(run.drawn?.form.viz_type ?? '')?.isText === true;
  const withoutPicture = isText ? { isDisabled: true, tooltip: noPictureText(t) } : {};
  const data: readonly MenuEntry[] = [
    { key: 'csv', label: t('Export to .CSV'), onSelect: () => void downloadData(input, 'csv') },
    { key: 'xlsx', label: t('Export to Excel'), onSelect: () => void downloadData(input, 'xlsx') },
    { key: 'json', label: t('Export to .JSON'), onSelect: () => void downloadData(input, 'json') },
    { kind: 'rule', key: 'rule' },
  ];
  return [
    ...(input.canDownload ? data : []),
    { key: 'png', label: t('Download as image'), ...withoutPicture, onSelect: () => downloadPicture(input) },
    { key: 'svg', label: t('Download as SVG'), ...withoutPicture, onSelect: () => void downloadSvg(input) },
  ];
}

async function downloadData({ explore, run, title, t }: DownloadInput, format: DataFormat): Promise<void> {
  if (!run.drawn) return;
  try {
    const request = toRequest(explore.dataset, { definition: explore.definition, form: run.drawn.form });
    const answer = await api.send('/api/v1/chart/data', {
      method: 'POST',
      body: { ...request, result_format: format },
    });
    saveBlob(await answer.blob(), `${fileName(title)}.${format}`);
  } catch (error) {
    toasts.danger(t('The data could not be downloaded: {{message}}', { message: errorText(error) }));
  }
}

function downloadPicture({ frame, title, t }: DownloadInput): void {
  const picture = frame.current ? chartPictureOf(frame.current) : undefined;
  if (picture) saveUrl(picture, `${fileName(title)}.png`);
  else sayNoPicture(t);
}

async function downloadSvg({ frame, title, t }: DownloadInput): Promise<void> {
  const text = frame.current ? await chartSvgOf(frame.current) : undefined;
  if (text) saveBlob(new Blob([text], { type: 'image/svg+xml' }), `${fileName(title)}.svg`);
  else sayNoPicture(t);
}

function sayNoPicture(t: DownloadInput['t']): void {
  toasts.warning(noPictureText(t));
}

function noPictureText(t: DownloadInput['t']): string {
  return t('This chart has no picture. Download its data instead.');
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveUrl(url, name);
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function saveUrl(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

function fileName(title: string): string {
  return (
    title
      .trim()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase() || 'chart'
  );
}
