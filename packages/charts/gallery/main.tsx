import '@fontsource-variable/inter';
import '@powerset/ui/tokens.css';
import {
  type ChartDefinition,
  type ChartExample,
  type CrossFilterSelection,
  chartThemeFromTokens,
} from '@powerset/chart-kit';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chartDefinitions } from '../src/definitions.ts';
import { chartExamples } from '../src/examples.ts';
import { hardCases } from '../src/hard-cases.ts';
import { Chart, chartViews } from '../src/views.ts';
import styles from './main.module.css';

const query = new URLSearchParams(window.location.search);
const isDark = query.get('theme') === 'dark';
document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
const only = query.get('chart');
const cases = query.get('cases') === 'hard' ? hardCases : chartExamples;
const selected = query.get('selected')?.split(',') ?? [];
const sizes = (query.get('sizes') ?? '620x232,300x190').split(',').map((size) => size.split('x').map(Number));
const style = getComputedStyle(document.documentElement);
const theme = chartThemeFromTokens((name) => style.getPropertyValue(name), isDark);

function Card({
  title,
  width,
  children,
}: {
  readonly title: string;
  readonly width: number;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card} style={{ width: width + 24 }}>
      <h3>{title}</h3>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

function Example({
  definition,
  example,
  size,
}: {
  readonly definition: ChartDefinition;
  readonly example: ChartExample;
  readonly size: readonly number[];
}) {
  const [selection, setSelection] = useState<CrossFilterSelection | null>(null);
  const [width = 300, height = 200] = size;
  const view = chartViews[definition.key];
  if (!view) return null;
  return (
    <Card title={`${definition.name}: ${example.name}`} width={width}>
      <Chart
        definition={definition}
        view={view}
        form={example.form}
        results={example.results}
        annotations={example.annotations}
        answers={example.answers}
        theme={theme}
        width={width}
        height={height}
        title={example.name}
        selectedLabels={selection?.selectedLabels ?? selected}
        onSelect={setSelection}
        empty={(reason) => <div className={styles.empty}>{reason?.title.text ?? 'Nothing to draw'}</div>}
        onRenderError={(error) => console.error(error)}
      />
    </Card>
  );
}

function Gallery() {
  const shown = chartDefinitions.filter((definition) => only === null || definition.key === only);
  return (
    <main className={styles.page}>
      {shown.flatMap((definition) =>
        (cases[definition.key] ?? []).flatMap((example) =>
          sizes.map((size) => (
            <Example
              key={`${definition.key}-${example.name}-${size.join('x')}`}
              definition={definition}
              example={example}
              size={size}
            />
          )),
        ),
      )}
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Gallery />);
