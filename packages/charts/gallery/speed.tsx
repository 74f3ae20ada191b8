/** What the measurements call in a browser: draws one example of a type, and tells when it is painted. */
import '@fontsource-variable/inter';
import '@powerset/ui/tokens.css';
import { type ChartExample, chartThemeFromTokens } from '@powerset/chart-kit';
import { createRoot, type Root } from 'react-dom/client';
import { chartDefinitions } from '../src/definitions.ts';
import { chartExamples } from '../src/examples.ts';
import { Chart, type ChartProps, chartViews } from '../src/views.ts';
import { type LargeCase, largeCases } from './large-cases.ts';

export interface ChartSpeed {
  /** Names of the examples of each type. */
  readonly usual: Readonly<Record<string, readonly string[]>>;
  readonly large: readonly Pick<LargeCase, 'key' | 'name' | 'barMs'>[];
  /** Fetches the code and makes the data, so that neither is measured. */
  readonly prepare: (key: string, name: string) => Promise<void>;
  /** Draws what was prepared; milliseconds until it was painted. */
  readonly draw: () => Promise<number>;
  readonly clear: () => void;
}

const size = { width: 620, height: 320 };
// check-ignore load-effects: the entry of its own page
const style = getComputedStyle(document.documentElement);
const theme = chartThemeFromTokens((name) => style.getPropertyValue(name), false);
// check-ignore load-effects: the entry of its own page
const host = document.getElementById('root')!;

let prepared: { readonly key: string; readonly example: ChartExample } | null = null;
let root: Root | null = null;

const exampleOf = (key: string, name: string) =>
  chartExamples[key]?.find((example) => example.name === name) ??
  largeCases.find((one) => one.key === key && one.name === name)?.make();

async function prepare(key: string, name: string): Promise<void> {
  const example = exampleOf(key, name);
  if (!example) throw new Error(`${key} has no example ${name}.`);
  await chartViews[key]?.load();
  prepared = { key, example };
}

const pictureOf = (key: string, example: ChartExample, handlers: Pick<ChartProps, 'onRendered' | 'onRenderError'>) => (
  <Chart
    {...size}
    {...handlers}
    definition={chartDefinitions.find((definition) => definition.key === key)!}
    view={chartViews[key]!}
    form={example.form}
    results={example.results}
    answers={example.answers}
    annotations={example.annotations}
    theme={theme}
    empty={(reason) => <p>{reason?.title.text ?? 'Nothing to draw'}</p>}
  />
);

async function draw(): Promise<number> {
  if (!prepared) throw new Error('Nothing is prepared.');
  const { key, example } = prepared;
  const startedAt = performance.now();
  root = createRoot(host);
  await new Promise<void>((resolve, reject) => {
    root?.render(pictureOf(key, example, { onRendered: () => resolve(), onRenderError: reject }));
  });
  // The frame after the next begins when the first was painted.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
}

function clear(): void {
  root?.unmount();
  root = null;
}

const chartSpeed: ChartSpeed = {
  usual: Object.fromEntries(
    Object.entries(chartExamples).map(([key, examples]) => [key, examples.map(({ name }) => name)]),
  ),
  large: largeCases.map(({ key, name, barMs }) => ({ key, name, barMs })),
  prepare,
  draw,
  clear,
};
// check-ignore load-effects: the entry of its own page
Object.assign(window, { chartSpeed });
