import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MiddleCut } from './MiddleCut.tsx';

it('keeps the ends of long names, by which those that begin alike are told apart, and says them whole', () => {
  const [gross, net] = ['gross', 'net'].map((kind) =>
    renderToStaticMarkup(<MiddleCut text={`Customer lifetime value, ${kind}`} />),
  );
  expect(gross).toContain('>lue, gross<');
  expect(net).toContain('>value, net<');
  expect(net).toContain('>Customer lifetime value, net<');
  expect(renderToStaticMarkup(<MiddleCut text="revenue" />)).toContain('>revenue<');
});
