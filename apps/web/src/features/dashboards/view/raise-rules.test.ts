import { describe, expect, it } from 'vitest';
import { raiseSelectors } from './raise-rules.ts';

describe('selectors of a dashboard’s CSS', () => {
  it.each([
    ['.chart-header', ':not(#raised).chart-header'],
    ['h3.header-title', 'h3:not(#raised).header-title'],
    ['.a::before', ':not(#raised).a::before'],
    ['#app .b > div', ':not(#raised)#app .b > div'],
    ['[data-x="1"]:hover', ':not(#raised)[data-x="1"]:hover'],
    ['*.a', '*:not(#raised).a'],
    [':is(.a, .b) .c, div.d', ':not(#raised):is(.a, .b) .c, div:not(#raised).d'],
    ['a[title="x, y"], .b\\,c', 'a:not(#raised)[title="x, y"], :not(#raised).b\\,c'],
  ])('that name a class, an id or an attribute weigh more: %s', (text, raised) => {
    expect(raiseSelectors(text)).toBe(raised);
  });

  it('of bare elements stay as light as they are', () => {
    expect(raiseSelectors('button, body, * , .a')).toBe('button, body, *, :not(#raised).a');
  });
});
