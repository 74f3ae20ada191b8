import { describe, expect, it } from 'vitest';
import { hintHeight } from './hint-height.ts';

const title = { text: 'The limit of {{limit}} rows was reached: points and whole series may be missing.' };
const remedy = { label: 'Limit the series', changes: {} };

describe('the words below a picture', () => {
  it('take a second line where one would cut them off, and where there is no room for what is offered beside them', () => {
    const reason = { isAll: false, title, remedy };
    expect(hintHeight(reason, { width: 800 })).toBe(20);
    expect(hintHeight(reason, { width: 340 })).toBeGreaterThan(20);
    const barely = [...Array(600).keys()].find((width) => hintHeight(reason, { width }) === 20) ?? 0;
    expect(hintHeight(reason, { width: barely, onRemedy: () => undefined })).toBeGreaterThan(20);
  });

  it('take a third line on narrow cards, where what they offer would not be seen', () => {
    const reason = { isAll: false, title, remedy, also: { label: 'Show the rest as Others', changes: {} } };
    const onRemedy = () => undefined;
    expect([900, 420, 264, 160].map((width) => hintHeight(reason, { width, onRemedy }))).toEqual([20, 36, 52, 52]);
    expect(hintHeight(reason, { width: 264, height: 120, onRemedy })).toBe(36);
  });
});
