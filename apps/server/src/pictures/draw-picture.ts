import { PDFDocument } from '@napi-rs/canvas';
import { type ChartTheme, chartThemeFromTokens } from '@powerset/chart-kit';
import { dropManyFonts, fallbackFamilies } from './fonts.ts';
import { paintChart } from './paint-chart.ts';
import type { DrawnChart, DrawnPicture, PicturedChart, PicturedText, PictureTask } from './picture-task.ts';
import { addPictureLanguages, translatorOf } from './picture-words.ts';
import { openSurface, type Pen } from './surface.ts';
import { fitText, wrapText } from './words.ts';

/** Behind the cards. */
const grounds = { light: '#f5f6f8', dark: '#0e1116' } as const;
const cardPadPx = 16;
const cardHeadPx = 26;
const radiusPx = 8;

/** Draws a picture whole: the bytes of a PNG, or of a PDF of one page. */
export async function drawPicture(task: PictureTask): Promise<DrawnPicture> {
  addPictureLanguages();
  dropManyFonts();
  if (task.format === 'png') {
    const { canvas, pen } = openSurface(task.width, task.height, task.scale);
    const charts = paint(pen, task);
    return { bytes: canvas.toBuffer('image/png'), charts };
  }
  // Fonts are read when the first surface is opened.
  openSurface(1, 1, 1);
  const document = new PDFDocument({ title: task.title });
  const charts = paint(document.beginPage(task.width, task.height) as unknown as Pen, task);
  document.endPage();
  return { bytes: document.close(), charts };
}

function paint(pen: Pen, task: PictureTask): readonly DrawnChart[] {
  const tokenOf = (name: string) => task.tokens?.[name] ?? '';
  const own = chartThemeFromTokens(tokenOf, task.theme === 'dark');
  const theme = { ...own, font: `${own.font}, ${fallbackFamilies(task.locale)}` };
  pen.fillStyle = task.hasCards ? tokenOf('--ground') || grounds[task.theme] : theme.card;
  pen.fillRect(0, 0, task.width, task.height);
  const charts: DrawnChart[] = [];
  for (const piece of task.pieces) {
    pen.save();
    pen.translate(piece.place.x, piece.place.y);
    pen.beginPath();
    pen.rect(0, 0, piece.place.width, piece.place.height);
    pen.clip();
    if (piece.kind === 'chart') charts.push(paintCard(pen, piece, { task, theme }));
    else paintText(pen, piece, theme);
    pen.restore();
  }
  return charts;
}

interface Given {
  readonly task: PictureTask;
  readonly theme: ChartTheme;
}

function paintCard(pen: Pen, chart: PicturedChart, { task, theme }: Given): DrawnChart {
  const { width, height } = chart.place;
  const pad = task.hasCards ? cardPadPx : 0;
  const head = chart.title === null ? 0 : cardHeadPx;
  if (task.hasCards) {
    pen.fillStyle = theme.card;
    pen.strokeStyle = theme.border;
    pen.beginPath();
    pen.roundRect(0.5, 0.5, width - 1, height - 1, radiusPx);
    pen.fill();
    pen.stroke();
  }
  if (chart.title !== null) {
    pen.font = `600 13px ${theme.font}`;
    pen.fillStyle = theme.text;
    pen.textBaseline = 'top';
    pen.fillText(fitText(pen, chart.title, width - 2 * pad), pad, pad - 2);
  }
  pen.translate(pad, pad + head);
  const size = { width: Math.max(1, width - 2 * pad), height: Math.max(1, height - 2 * pad - head) };
  const { scale, now, locale, hasSummaries } = task;
  const translate = translatorOf(locale);
  return paintChart(pen, chart, { ...size, theme, scale, now, locale, translate, hasSummaries });
}

function paintText(pen: Pen, { text, sizePx, isStrong, place }: PicturedText, theme: ChartTheme): void {
  pen.font = `${isStrong ? 600 : 400} ${sizePx}px ${theme.font}`;
  pen.fillStyle = isStrong ? theme.text : theme.textSecondary;
  pen.textBaseline = 'top';
  const linePx = sizePx * 1.45;
  const lines = wrapText(pen, text, { width: place.width, lines: Math.max(1, Math.floor(place.height / linePx)) });
  for (const [at, line] of lines.entries()) pen.fillText(line, 0, at * linePx);
}
