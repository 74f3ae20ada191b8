import { lightChartTheme } from '@powerset/chart-kit';
import { GraphicComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { expect, it } from 'vitest';
import { drawSvg } from './draw-svg.ts';

it('writes a picture with letters as a document that readers of XML take', () => {
  use([GraphicComponent]);
  const style = { text: 'Total', fontFamily: lightChartTheme.font, fontSize: 12 };
  const svg = drawSvg({ option: { graphic: [{ type: 'text', style }] }, width: 80, height: 40, background: '#fff' });
  const [, attributes = ''] = /<text([^>]*)>Total</.exec(svg) ?? [];
  expect(attributes).toContain("font-family:'Inter Variable', Inter");
  expect(attributes.replaceAll(/ [a-z-]+="[^"]*"/g, '')).toBe('');
});
