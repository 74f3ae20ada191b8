import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type UiTexts, UiTextsProvider } from '../texts.tsx';
import { GridBody } from './GridBody.tsx';

const rows = [[1240.5], ['3.5.1']] as const;
const nothing = () => undefined;

describe('the rows of a grid', () => {
  it('write numbers with the reader’s decimal sign, and texts as they are', () => {
    const texts = { nullValue: 'NULL', decimal: (text: string) => text.replace('.', ',') } as unknown as UiTexts;
    const markup = renderToStaticMarkup(
      <UiTextsProvider texts={texts}>
        <GridBody
          columns={[
            { name: 'amount', type: 'number' },
            { name: 'version', type: 'string' },
          ]}
          edges={[0, 100, 200]}
          shown={{ first: 0, end: 2 }}
          rows={{ first: 0, end: 1 }}
          cache={{ valueAt: (row: number, column: number) => rows[column]?.[row], cutAt: nothing } as never}
          selection={{ range: null, press: nothing, enter: nothing, pressRow: nothing } as never}
          {...{ numberWidth: 40, totalWidth: 240, headHeight: 30, virtualTop: 0, viewHeight: 100, id: 'grid' }}
        />
      </UiTextsProvider>,
    );
    expect(markup).toContain('>1\u202f240,5<');
    expect(markup).toContain('>3.5.1<');
  });
});
