import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator } from '../i18n/index.ts';
import { fillGaps, listMessages } from './messages.ts';
import { resources } from './resources.ts';

beforeAll(() => startTranslator('en'));
afterAll(() => changeLanguage('en'));

describe('the messages of lists', () => {
  it('put the text of the error, or a name, where their gap is [ERR-006]', () => {
    expect(listMessages.fetchFailed(resources.charts.label, 'no $& here')).toBe(
      'An error occurred while fetching charts: no $& here',
    );
    expect(listMessages.deleted('100 %s')).toBe('Deleted: 100 %s');
    expect(fillGaps('%s, %s and %s', 'one', 'two')).toBe('one, two and ');
  });

  it('say what they are about in the language of who reads [LST-004]', async () => {
    expect(listMessages.fetchFailed(resources.charts.label, 'no')).toBe('An error occurred while fetching charts: no');
    await changeLanguage('de');
    expect(listMessages.fetchFailed(resources.charts.label, 'nein')).toContain('(Diagramm)');
    const said = Object.values(resources).map(({ label }) => listMessages.infoFailed(label, 'nein'));
    expect(
      said.filter((text) => /chart|dataset|database|saved|schedule|query|user|role|access|layer/.test(text)),
    ).toEqual([]);
  });
});
