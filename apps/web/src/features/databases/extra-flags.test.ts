import { describe, expect, it } from 'vitest';
import { readExtraFlag, withExtraFlag } from './extra-flags.ts';

describe('a setting of a connection’s extra', () => {
  it('is read and written as a box, and leaves the others alone', () => {
    expect(readExtraFlag('', 'allow_multi_catalog')).toBe(false);
    const on = withExtraFlag('{"engine_params":{"a":1}}', 'allow_multi_catalog', true);
    expect(JSON.parse(on)).toEqual({ engine_params: { a: 1 }, allow_multi_catalog: true });
    expect(readExtraFlag(on, 'allow_multi_catalog')).toBe(true);
    expect(JSON.parse(withExtraFlag(on, 'allow_multi_catalog', false))).toEqual({ engine_params: { a: 1 } });
  });

  it('is neither on nor off while the text is no JSON object', () => {
    for (const text of ['{', '[]', '1', 'null']) expect(readExtraFlag(text, 'allow_multi_catalog')).toBeNull();
  });
});
