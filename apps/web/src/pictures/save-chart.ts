import { chartPicturesIn } from '@powerset/charts/views';
import { sayBeside, toastStore, type Voice } from '@powerset/ui';
import { errorText } from '../api/index.ts';
import { t } from '../i18n/index.ts';
import { saveBlob, saveFile, toFileName } from '../shell/index.ts';
import { drawStage } from './draw-stage.ts';
import { painted } from './painted.ts';
import { type Stage, setStage } from './stage.ts';
import { toPng } from './to-png.ts';

/** Saves the picture of the chart in an element: its own where it draws itself, else how it looks, with the rows out of sight. */
export async function saveChartPicture(element: HTMLElement, title: string): Promise<void> {
  const say = sayBeside();
  const name = `${toFileName(title)}.png`;
  const chart = onlyChart(element);
  try {
    if (chart?.picture.kind === 'drawn') saveFile(chart.picture.png(), name);
    else saveBlob(await drawn(stageOf(element, chart), say), name);
  } catch (error) {
    sayNoPicture(say, error);
  }
}

/** A chart of panels has a picture for each of them: it is taken as a whole. */
function onlyChart(element: HTMLElement) {
  const charts = chartPicturesIn(element);
  return charts.length === 1 ? charts[0] : undefined;
}

/** More elements than this take long enough to wonder. */
const manyElements = 1500;

async function drawn(stage: Stage, say: Voice): Promise<Blob> {
  if (stage.element.querySelectorAll('*').length < manyElements) return toPng(await drawStage(stage));
  const toast = say.info(t('Drawing the picture…'));
  try {
    await painted();
    return await toPng(await drawStage(stage));
  } finally {
    toastStore.getState().remove(toast);
  }
}

/** A chart that has nothing to show is drawn with the words that say why. */
function stageOf(element: HTMLElement, chart: ReturnType<typeof onlyChart>) {
  if (chart?.picture.kind !== 'words') return setStage({ element, isWhole: false });
  const { host, picture } = chart;
  return picture.whole(() => setStage({ element: host, isWhole: true }));
}

/** Saves the SVG document of a chart that draws itself. */
export async function saveChartSvg(element: HTMLElement, title: string): Promise<void> {
  const say = sayBeside();
  const chart = onlyChart(element);
  if (chart?.picture.kind !== 'drawn') return saveChartPicture(element, title);
  try {
    saveBlob(new Blob([await chart.picture.svg()], { type: 'image/svg+xml' }), `${toFileName(title)}.svg`);
  } catch (error) {
    sayNoPicture(say, error);
  }
}

/** Says that a picture failed, by the voice of the press that wanted it. */
export function sayNoPicture(say: Voice, error: unknown): void {
  say.danger(t('The picture could not be drawn: {{message}}', { message: errorText(error) }));
}
