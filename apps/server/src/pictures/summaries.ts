import { type ChartDefinition, type ModelContext, msg } from '@powerset/chart-kit';
import { type ChartSpace, drawModel, statementOf } from '@powerset/charts/drawing';
import type { Summary } from './picture-task.ts';

/** Stands for a word by its number, between characters that no data holds. */
const placeOf = (at: number) => `\uE000${at}\uE001`;
const places = /\uE000(\d+)\uE001/g;

interface Drawn {
  readonly context: ModelContext;
  readonly space: ChartSpace;
}

/**
 * What a chart says above all, each of its sentences with its values, which whoever shows it translates. Null where the type says nothing.
 */
export function recordSummary(definition: ChartDefinition, model: unknown, { context, space }: Drawn): Summary | null {
  const words: Summary['words'][number][] = [];
  const translate = (text: string, values: Readonly<Record<string, unknown>> = {}) => {
    words.push({
      text,
      values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')])),
    });
    return placeOf(words.length - 1);
  };
  const options = drawModel(definition, model, { context: { ...context, translate }, space: { ...space, translate } });
  // What the drawing said is no part of the summary, yet its places may stand in it.
  const text = statementOf(options, { model, form: context.form, translate });
  return text === '' ? null : withoutUnused({ text, words });
}

/** Nobody listens to more panels than so many. */
const mostPanels = 6;

/** What the panels of a chart say, each behind its name, and how many more there are; null where none says anything. */
export function joinSummaries(
  panels: readonly { readonly name: string; readonly summary: Summary | null }[],
  count: number,
): Summary | null {
  const words: Summary['words'][number][] = [];
  const texts = panels.slice(0, mostPanels).flatMap(({ name, summary }) => {
    if (!summary) return [];
    const before = words.length;
    const move = (text: string) => text.replaceAll(places, (_, digits: string) => placeOf(Number(digits) + before));
    for (const { text, values } of summary.words)
      words.push({
        text,
        values: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, move(value)])),
      });
    return [`${name}: ${move(summary.text)}`];
  });
  if (texts.length === 0) return null;
  const left = count - texts.length;
  if (left > 0) words.push({ text: msg('and {{count}} more'), values: { count: String(left) } });
  return { text: [...texts, ...(left > 0 ? [placeOf(words.length - 1)] : [])].join(' '), words };
}

/** The words that the text leads to, numbered anew. */
function withoutUnused({ text, words }: Summary): Summary {
  const kept: Summary['words'][number][] = [];
  const numbers = new Map<number, number>();
  const renumber = (part: string): string =>
    part.replaceAll(places, (_, digits: string) => {
      const number = Number(digits);
      const known = numbers.get(number);
      if (known !== undefined) return placeOf(known);
      const at = kept.length;
      const { text: own = '', values = {} } = words[number] ?? {};
      numbers.set(number, at);
      kept.push({ text: own, values: {} });
      const renumbered = Object.entries(values).map(([name, value]) => [name, renumber(value)]);
      kept[at] = { text: own, values: Object.fromEntries(renumbered) };
      return placeOf(at);
    });
  return { text: renumber(text), words: kept };
}
