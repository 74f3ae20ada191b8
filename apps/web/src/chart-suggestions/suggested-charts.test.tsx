import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslator } from '../i18n/index.ts';
import { SuggestedCharts, type SuggestedChartsProps } from './SuggestedCharts.tsx';

const data = {
  columns: [
    { name: 'day', type: 'temporal' },
    { name: 'country', type: 'string', distinct: 5 },
    { name: 'sales', type: 'number' },
  ],
} as const;
const draw = (props: Partial<SuggestedChartsProps>) =>
  renderToStaticMarkup(<SuggestedCharts data={data} onChoose={() => undefined} {...props} />);
const namesIn = (html: string) => [...html.matchAll(/>([^<]+) <\/span>/g)].map(([, name]) => name);

beforeAll(() => startTranslator('en'));

describe('suggested charts', () => {
  it('are the best six, each with a sentence why', () => {
    const html = draw({});
    expect(namesIn(html)).toHaveLength(6);
    expect(namesIn(html).slice(0, 3)).toEqual(['Line Chart', 'World Map', 'Bar Chart']);
    expect(html).toContain('A line shows how SUM(sales) moves over day.');
    expect(html).not.toContain('aria-pressed');
  });

  it('are only those that may be taken, and mark the one that is drawn', () => {
    const html = draw({ offered: ['pie', 'table'], current: 'pie' });
    expect(namesIn(html)).toEqual(['Pie Chart', 'Table']);
    expect(html.match(/aria-pressed="(true|false)"/g)).toEqual(['aria-pressed="true"', 'aria-pressed="false"']);
  });

  it('say in a line why when they are asked', () => {
    expect(draw({ isLine: true })).toContain('aria-description="A line shows how SUM(sales) moves over day."');
  });

  it('are nothing where there is nothing to draw', () => {
    expect(draw({ data: { columns: [] } })).toBe('');
  });
});
