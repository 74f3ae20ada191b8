import type { ChartDefinition } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslator } from '../../../i18n/index.ts';
import { ChartCard, ChartDetails } from './GalleryModal.tsx';

// The pie is always among the charts.
const pie = findChartDefinition('pie') as ChartDefinition;
const { badge: _badge, ...plain } = pie;
const drawCard = (chart: ChartDefinition) =>
  renderToStaticMarkup(
    <ChartCard chart={chart} isChosen={false} onChoose={() => undefined} onConfirm={() => undefined} />,
  );

beforeAll(() => startTranslator('en'));

describe('the gallery', () => {
  it('says No description available. of a chart type without one [GAL-007]', () => {
    expect(renderToStaticMarkup(<ChartDetails chart={{ ...pie, description: '' }} />)).toContain(
      'No description available.',
    );
    const described = renderToStaticMarkup(<ChartDetails chart={{ ...pie, description: 'Shares of a whole' }} />);
    expect(described).toContain('Shares of a whole');
    expect(described).not.toContain('No description available.');
  });

  it('says on a card why its type fits or does not, apart from its name', () => {
    const note = { text: 'Needs a time column.' };
    const card = renderToStaticMarkup(
      <ChartCard chart={pie} note={note} isChosen={false} onChoose={() => undefined} onConfirm={() => undefined} />,
    );
    expect(card).toContain('aria-description="Needs a time column."');
    expect(card).toMatch(/<span aria-hidden="true"[^>]*>Needs a time column\.</);
    expect(drawCard(pie)).not.toContain('aria-description');
    expect(renderToStaticMarkup(<ChartDetails chart={pie} note={note} />)).toContain('>Needs a time column.</p>');
  });

  it('labels chart types as deprecated or featured [GAL-018]', () => {
    expect(drawCard({ ...pie, badge: 'deprecated' })).toMatch(/>deprecated</);
    expect(drawCard({ ...pie, badge: 'featured' })).toMatch(/>featured</);
    expect(drawCard(plain)).not.toMatch(/>(deprecated|featured)</);
  });
});
