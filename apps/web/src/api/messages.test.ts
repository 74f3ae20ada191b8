import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator } from '../i18n/index.ts';
import { listMessages } from './messages.ts';
import { resources } from './resources.ts';

beforeAll(() => startTranslator('en'));
afterAll(() => changeLanguage('en'));

describe('the messages of lists', () => {
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
