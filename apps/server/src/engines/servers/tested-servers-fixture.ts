import { mariadbServer } from '../mysql/server-fixture.ts';
import { postgresqlServer } from '../postgresql/server-fixture.ts';
import type { TestedServer } from './server-fixture.ts';

/** Every server that the suite of engines runs against. Whoever adds an engine adds its server here. */
export const testedServers: readonly TestedServer[] = [postgresqlServer, mariadbServer];
