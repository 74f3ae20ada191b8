import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChoiceLabel } from './ChoiceList.tsx';

const shown = (label: string) => renderToStaticMarkup(<ChoiceLabel label={label} />);

describe('what a choice is called', () => {
  it('keeps the end of a long name, which tells it from others that begin alike', () => {
    const catalog = 'a_catalog_whose_name_is_as_long_as_names_of_catalogs_become';
    const [one, other] = ['sales', 'stock'].map((schema) => shown(`[shop].[${catalog}].[${schema}]`));
    expect(one).toMatch(/<span class="[^"]*end[^"]*">[^<]*\.\[sales\]<\/span>/);
    expect(other).toMatch(/<span class="[^"]*end[^"]*">[^<]*\.\[stock\]<\/span>/);
  });

  it('is written as it is where it is short', () => {
    expect(shown('main')).toMatch(/^<span[^>]*>main<\/span>$/);
  });
});
