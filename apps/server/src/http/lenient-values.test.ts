import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { withPlainValues } from './lenient-values.ts';

const schema = Type.Object({
  flags: Type.Array(Type.Object({ isOn: Type.Boolean(), count: Type.Integer() }), { maxItems: 2 }),
});

it('flags and numbers that are spelled otherwise are read, and nothing is copied where none are', () => {
  const spelled = { flags: [{ isOn: 'true', count: '2' }, { isOn: true }], more: 1 };
  expect(withPlainValues(schema, spelled)).toEqual({ flags: [{ isOn: true, count: 2 }, { isOn: true }], more: 1 });
  const plain = { flags: [{ isOn: true, count: 2 }] };
  expect(withPlainValues(schema, plain)).toBe(plain);
});

it('a list that is longer than it may be is refused without a look at what it holds', () => {
  const item = {
    get isOn(): never {
      throw new Error('looked at');
    },
  };
  const value = { flags: [item, item, item] };
  expect(withPlainValues(schema, value)).toBe(value);
});
