import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator } from '../../i18n/index.ts';
import { TimeRangePicker } from './TimeRangePicker.tsx';

beforeAll(() => startTranslator('de'));
afterAll(() => changeLanguage('en'));

const draw = (value: string) => renderToStaticMarkup(<TimeRangePicker value={value} onChange={() => undefined} />);

describe('the trigger of a time range', () => {
  it('says the ranges that have a name in the language in force, and others as they are', () => {
    expect(draw('Last week')).toContain('Letzte Woche');
    expect(draw('previous calendar year')).toContain('Voriges Kalenderjahr');
    expect(draw('')).toContain('Kein Filter');
    expect(draw('2 weeks ago : now')).toContain('2 weeks ago : now');
  });
});
