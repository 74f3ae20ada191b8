import { expect, it } from 'vitest';
import { frameCode } from './EmbedCodeModal.tsx';

it('the code of a frame is a whole element, whatever the chart is called', () => {
  const code = frameCode({
    url: 'https://bi.example.com/explore/?slice_id=7&standalone=1',
    name: '"><script>',
    width: '',
    height: '300',
  });
  expect(code).toBe(`<iframe
  src="https://bi.example.com/explore/?slice_id=7&amp;standalone=1"
  title="&quot;>&lt;script>"
  width="100%"
  height="300"
  style="border: 0"
></iframe>`);
});
