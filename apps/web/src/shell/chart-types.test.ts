import { chartDefinitions } from '@powerset/charts/definitions';
import { describe, expect, it } from 'vitest';
import { chartTypeName } from './chart-types.ts';

describe('the names of chart types in lists', () => {
  it.each(chartDefinitions.map(({ key, name }) => [key, name]))('%s is called as where it is made: %s', (key, name) => {
    expect(chartTypeName(key)).toBe(name);
  });
});
