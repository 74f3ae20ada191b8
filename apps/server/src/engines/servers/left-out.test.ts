import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { testedServers } from './tested-servers-fixture.ts';

describe('what a server of the suites cannot pass', () => {
  it('is named as the test is named', () => {
    const suites = ['engine', 'dialect'].map((suite) =>
      readFileSync(new URL(`${suite}.services.test.ts`, import.meta.url), 'utf8'),
    );
    for (const { name, cannot = {} } of testedServers)
      for (const title of Object.keys(cannot))
        expect([name, title, suites.some((text) => text.includes(`it('${title}'`))]).toEqual([name, title, true]);
  });
});
