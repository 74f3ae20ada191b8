import { expect, it } from 'vitest';
import { latestOf } from './partitions.ts';

it.each<readonly [string, readonly string[], string | null]>([
  [
    'days',
    ["FOR VALUES FROM ('2024-02-01') TO ('2024-03-01')", "FOR VALUES FROM ('2024-01-01') TO ('2024-02-01')"],
    '2024-02-01',
  ],
  ['numbers by their size', ['FOR VALUES FROM (9) TO (10)', 'FOR VALUES FROM (10) TO (100)'], '10'],
  ['the first of several columns', ["FOR VALUES FROM ('2024-01-01', 5) TO ('2024-02-01', MAXVALUE)"], '2024-01-01'],
  ['lists', ["FOR VALUES IN ('eu', 'us')", "FOR VALUES IN ('it''s')"], "it's"],
  ['what begins nowhere', ['FOR VALUES FROM (MINVALUE) TO (5)', 'FOR VALUES FROM (5) TO (MAXVALUE)'], '5'],
  ['hashes, defaults and nothing', ['FOR VALUES WITH (modulus 4, remainder 0)', 'DEFAULT', ''], null],
  ['no parts', [], null],
])('the latest part is told of %s', (_name, bounds, latest) => {
  expect(latestOf(bounds)).toBe(latest);
});
