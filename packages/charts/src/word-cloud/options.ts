import { type DrawContext, defaultTranslate, findScheme, msg } from '@powerset/chart-kit';
import { baseOption, type EChartOptions, tooltipBox } from '../shared/base-options.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { strengthOf } from '../shared/single-pick.ts';
import { tooltipHtml } from '../shared/tooltip-html.ts';
import type { WordCloudForm } from './form.ts';
import { type PlacedWord, placeAgain, placeWords, type WantedWord } from './place-words.ts';
import type { Words } from './words.ts';

const noteHeight = 16;

export function toOptions(model: Words, context: DrawContext<WordCloudForm>): EChartOptions {
  const { theme, width, height } = context;
  const wanted = wantedOf(model, context);
  const whole = placeWords(wanted, { width, height });
  // What finds no place is said below the others.
  const hasNote = whole.placed.length < wanted.length && width >= 120 && height >= 60;
  const placed = hasNote ? placeAgain(wanted, { width, height: height - noteHeight }, whole.scale) : whole.placed;
  const colors = colorsOf(model, context);
  const left = wanted.length - placed.length;
  return {
    marks: placed.length,
    statement: () => statementOf(model, context),
    option: {
      ...baseOption(theme),
      tooltip: { ...tooltipBox(theme), trigger: 'item', formatter: tooltipOf(model, context, { placed, colors }) },
      ...(hasNote && left > 0 ? { graphic: [noteOf(left, context)] } : {}),
      series: [
        {
          id: 'words',
          type: 'custom',
          coordinateSystem: 'none',
          data: placed.map(({ at }) => ({
            name: model.words[at]?.text ?? '',
            value: [model.words[at]?.value ?? 0],
            at,
          })),
          renderItem: ({ dataIndex }: { readonly dataIndex: number }) =>
            drawWord(placed[dataIndex], { model, colors, context }),
        },
      ],
    },
  };
}

/** As large as its value, from the smallest size at zero to the largest at the greatest. */
function wantedOf({ words }: Words, { form }: DrawContext<WordCloudForm>): readonly WantedWord[] {
  const [from, to] = [clampSize(form.size_from ?? 10), clampSize(form.size_to ?? 70)];
  const most = words[0]?.value ?? 0;
  return words.map(({ text, value }, at) => ({
    text: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
    size: from + (to - from) * (most === 0 ? 0.5 : value / most),
    angle: angleOf(text, at, form.rotation),
  }));
}

const longestText = 60;
const clampSize = (size: number) => Math.max(1, Math.min(400, size));

/** The first few words are what is read first, so they lie level; of the others a part is turned, by their letters. */
function angleOf(text: string, at: number, rotation: string): number {
  if (rotation === 'flat' || at < levelWords) return 0;
  if (rotation === 'random') return (hashOf(text) % 5) * 30 - 60;
  return hashOf(text) % 3 === 0 ? 90 : 0;
}

const levelWords = 3;

/** A number that only the letters decide. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619) >>> 0;
  return hash >>> 8;
}

/** Beyond the colours that a dashboard knows, words take those of the scheme in turn: nobody looks them up. */
function colorsOf({ words }: Words, context: DrawContext<WordCloudForm>): readonly string[] {
  const palette = findScheme('categorical', context.form.color_scheme, context.theme).colors;
  return words.map(({ text }, at) =>
    at < palette.length ? context.colorOf(text, at) : (palette[at % palette.length] ?? ''),
  );
}

interface DrawnWord {
  readonly model: Words;
  readonly colors: readonly string[];
  readonly context: DrawContext<WordCloudForm>;
}

function drawWord(word: PlacedWord | undefined, { model, colors, context }: DrawnWord): Record<string, unknown> | null {
  if (!word) return null;
  return {
    type: 'text',
    x: word.x,
    y: word.y,
    rotation: (word.angle * Math.PI) / 180,
    style: {
      text: word.text,
      align: 'center',
      verticalAlign: 'middle',
      fontFamily: context.theme.font,
      fontSize: word.size,
      fontWeight: 600,
      fill: colors[word.at],
      opacity: strengthOf(model.words[word.at]?.text ?? '', context.selectedLabels),
    },
  };
}

function noteOf(count: number, { theme, width, height, translate = defaultTranslate }: DrawContext<WordCloudForm>) {
  return {
    type: 'text',
    x: width - 4,
    y: height - 2,
    silent: true,
    style: {
      text:
        count === 1
          ? translate(msg('1 more word has no room'))
          : translate(msg('{{count}} more words have no room'), { count }),
      align: 'right',
      verticalAlign: 'bottom',
      fontSize: 11,
      fontFamily: theme.font,
      fill: theme.textTertiary,
    },
  };
}

const formatOf = (model: Words, context: DrawContext<WordCloudForm>) =>
  metricFormat(model.metric, { number_format: 'SMART_NUMBER' }, context);

function tooltipOf(
  model: Words,
  context: DrawContext<WordCloudForm>,
  { placed, colors }: { readonly placed: readonly PlacedWord[]; readonly colors: readonly string[] },
) {
  const format = formatOf(model, context);
  return (hit: unknown): string => {
    // ECharts passes the hit word; only its position is used.
    const { dataIndex } = hit as { readonly dataIndex: number };
    const at = placed[dataIndex]?.at ?? -1;
    const word = model.words[at];
    if (!word) return '';
    const label = context.verboseNames[model.metric] ?? model.metric;
    return tooltipHtml(
      { title: word.text, rows: [{ color: colors[at] ?? '', label, value: format(word.value) }] },
      context.theme,
    );
  };
}

function statementOf(model: Words, context: DrawContext<WordCloudForm>): string {
  const [first] = model.words;
  if (!first) return '';
  const { translate = defaultTranslate } = context;
  const values = { label: first.text, count: model.words.length, value: formatOf(model, context)(first.value) };
  return translate(msg('{{label}} is the largest of {{count}}: {{value}}.'), values);
}
