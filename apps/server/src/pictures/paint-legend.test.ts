import { lightChartTheme } from '@powerset/chart-kit';
import type { MapLegend } from '@powerset/charts/drawing';
import { describe, expect, it } from 'vitest';
import { type PaintedLegend, paintLegend } from './paint-legend.ts';
import { openSurface } from './surface.ts';

const entries: MapLegend = {
  kind: 'entries',
  place: 'tr',
  title: 'Line',
  entries: [
    { color: '#1b77b6', label: 'north' },
    { color: '#c67b27', label: 'south' },
  ],
  more: '3 more',
};
const ramp: MapLegend = {
  kind: 'ramp',
  place: 'bl',
  title: 'people',
  colors: ['#1b77b6', '#1b77b6'],
  from: '1',
  to: '9',
};

/** What is written, and where the given colour lies: in which half of the picture across and down. */
function paint(legend: PaintedLegend, { width, height } = { width: 480, height: 300 }) {
  const { canvas, pen } = openSurface(width, height, 1);
  const texts: string[] = [];
  const fillText = pen.fillText.bind(pen);
  pen.fillText = (text, x, y) => {
    texts.push(text);
    fillText(text, x, y);
  };
  paintLegend(pen, legend, { width, height, theme: lightChartTheme });
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const quarters = new Set<string>();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== 0x1b || data[at + 1] !== 0x77 || data[at + 2] !== 0xb6) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    quarters.add(`${y < height / 2 ? 't' : 'b'}${x < width / 2 ? 'l' : 'r'}`);
  }
  return { texts, quarters: [...quarters] };
}

describe('the legend of a map that is drawn without a browser', () => {
  it('names its colours in the corner that the form chooses', () => {
    expect(paint({ place: 'tr', parts: [{ name: '', legend: entries }] })).toEqual({
      texts: ['Line', 'north', 'south', '3 more'],
      quarters: ['tr'],
    });
    expect(paint({ place: 'bl', parts: [{ name: '', legend: ramp }] })).toEqual({
      texts: ['people', '1', '9'],
      quarters: ['bl'],
    });
  });

  it('says of each layer what its colours mean, under its name', () => {
    const parts = [
      { name: 'Stops', legend: entries },
      { name: 'Roads', legend: null },
    ];
    expect(paint({ place: 'tr', parts }).texts).toEqual(['Stops', 'Line', 'north', 'south', '3 more', 'Roads']);
  });

  it('is left out of small maps, and keeps within low ones', () => {
    const given = { place: 'tr', parts: [{ name: '', legend: entries }] } as const;
    expect(paint(given, { width: 150, height: 100 }).texts).toEqual([]);
    const many = Array.from({ length: 40 }, (_, at) => ({ color: '#1b77b6', label: `part ${at}` }));
    const low = paint({ place: 'tr', parts: [{ name: '', legend: { ...entries, entries: many } }] });
    expect(low.texts.length).toBeLessThan(20);
  });
});
