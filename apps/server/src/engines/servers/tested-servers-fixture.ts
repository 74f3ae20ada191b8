import { describe, it } from 'vitest';
import { mariadbServer } from '../mysql/server-fixture.ts';
import { postgresqlServer } from '../postgresql/server-fixture.ts';
import { fakesnowServer } from '../snowflake/server-fixture.ts';
import { addressOf, type Suite, type TestedServer } from './server-fixture.ts';

/** Every server that the suite of engines runs against. Whoever adds an engine adds its server here. */
export const testedServers: readonly TestedServer[] = [postgresqlServer, mariadbServer, fakesnowServer];

/** A suite of tests for each server that runs; one that leaves it out is named with its reason. */
export function describeServers(suite: Suite, title: string, ask: (server: TestedServer) => void): void {
  for (const server of testedServers.filter(addressOf)) {
    const name = title.replace('$name', server.name);
    const reason = server.leavesOut?.[suite];
    if (reason === undefined) describe(name, () => ask(server));
    else describe.skip(name, () => it(`is not asked: ${reason}`, () => undefined));
  }
}

/** `it` of a suite: what a server cannot pass is named with its reason. */
export function testsOf({
  cannot = {},
}: TestedServer): (name: string, test: () => unknown, timeoutMs?: number) => void {
  return (name, test, timeoutMs) => {
    const reason = cannot[name];
    if (reason === undefined) it(name, test, timeoutMs);
    else it.skip(`${name}: not here, ${reason}`, test);
  };
}
