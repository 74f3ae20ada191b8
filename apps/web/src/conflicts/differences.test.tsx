import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { changeLanguage, startTranslator } from '../i18n/language.ts';
import { Differences } from './Differences.tsx';

it('shows what somebody named as he named it, in every language', async () => {
  await startTranslator('de');
  const differences = [{ label: 'Filters', left: '', right: 'Country: France' }];
  const html = renderToStaticMarkup(<Differences {...{ differences }} leftLabel="Ihre" rightLabel="Meine" />);
  expect(html).toContain('<h3>Filters</h3>');
  expect(html).toContain('aria-label="Filters"');
  expect(html).toContain('(nichts)');
  await changeLanguage('en');
});
